import useSWR from "swr";
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { ServiceView, statusLimits } from "../contract.ts";

/** The services as they were a minute ago at most; `isAway` while nobody answers although there is a network. */
export function useStatus(initial?: ServiceView[]): { services: ServiceView[] | undefined; isAway: boolean } {
  const { data, error } = useSWR(
    "/api/status",
    (path) => callApi(path as "/api/status", { answer: z.array(ServiceView) }),
    { fallbackData: initial, revalidateOnMount: initial === undefined, refreshInterval: statusLimits.pollMs },
  );
  return { services: data, isAway: error !== undefined && navigator.onLine };
}
