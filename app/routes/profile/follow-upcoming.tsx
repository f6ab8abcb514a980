import { useEffect, useEffectEvent, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";

/** A set may be moved, extended or late while the page is open. */
const lookAgainMs = 30_000;

/** Passes on the next sets of a performer as they change. */
export default function FollowUpcoming({
  performerId,
  onChange,
}: {
  performerId: string;
  onChange: (sets: SetView[]) => void;
}) {
  // What an earlier visit to the page has loaded is older than what the server rendered for this one.
  const [openedAt] = useState(Date.now);
  const { data } = useSWR(
    [listUserUpcomingSetsCall.path, performerId, openedAt] as const,
    ([, user]) => callApi(listUserUpcomingSetsCall, { user }),
    { refreshInterval: lookAgainMs, revalidateOnMount: false, onError: () => {} },
  );
  const pass = useEffectEvent(onChange);
  useEffect(() => {
    if (data !== undefined) pass(data);
  }, [data]);
  return null;
}
