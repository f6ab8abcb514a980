import { useEffect, useEffectEvent, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listPublicStagesCall } from "#app/domains/air/stages/calls/public.ts";
import type { GuestStage } from "./on-now.ts";

/** Guests have no lobby socket: the stages are requested this often while the page is looked at. */
const everyMs = 30_000;

/** Passes on the stages as they change. What cannot be loaded now leaves the page as it is. */
export default function FollowStages({ onChange }: { onChange: (stages: GuestStage[]) => void }) {
  // What an earlier visit to the page has loaded is older than what the server rendered for this one.
  const [openedAt] = useState(Date.now);
  const { data } = useSWR([listPublicStagesCall.path, openedAt], () => callApi(listPublicStagesCall), {
    refreshInterval: everyMs,
    revalidateOnMount: false,
    onError: () => {},
  });
  const pass = useEffectEvent(onChange);
  useEffect(() => {
    if (data !== undefined) pass(data);
  }, [data]);
  return null;
}
