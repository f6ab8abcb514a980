import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listServicesCall } from "../calls.ts";
import { type ServiceView, statusLimits } from "../contract.ts";

/** The services as of at most a minute ago; `isAway` while the server does not respond although there is a network. */
export function useStatus(initial?: ServiceView[]): { services: ServiceView[] | undefined; isAway: boolean } {
  const { data, error } = useSWR(listServicesCall.path, () => callApi(listServicesCall), {
    fallbackData: initial,
    revalidateOnMount: initial === undefined,
    refreshInterval: statusLimits.pollMs,
  });
  return { services: data, isAway: error !== undefined && navigator.onLine };
}
