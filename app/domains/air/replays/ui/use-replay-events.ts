import { useMemo } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listReplayEventsCall } from "../calls.ts";
import type { ReplayDetailsView, ReplayEventsView } from "../contract.ts";

export interface ReplayEvents {
  /** Undefined until they are loaded. */
  events: ReplayEventsView | undefined;
  /** The positions of all of them, by time, ms. */
  stops: readonly number[];
  isFailed: boolean;
  retry: () => void;
}

/** While the set is on air, more is written. */
const lookAgainMs = 15_000;

/**
 * Returns chat, cheers and favorites of the room; loaded as soon as they are wanted, and again while the set is on air.
 */
export function useReplayEvents(
  { id, endTime }: Pick<ReplayDetailsView, "id" | "endTime">,
  isWanted: boolean,
): ReplayEvents {
  const { data, error, mutate } = useSWR(
    isWanted ? [listReplayEventsCall.path, id] : null,
    async () => byTime(await callApi(listReplayEventsCall, { replay: id })),
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
      refreshInterval: endTime === null ? lookAgainMs : 0,
      onError: () => {},
    },
  );
  const stops = useMemo(() => (data === undefined ? [] : positionsIn(data)), [data]);
  const isFailed = error !== undefined && data === undefined;
  return { events: data, stops, isFailed, retry: () => void mutate() };
}

const positionsIn = ({ chat, tips, hearts, cheers }: ReplayEventsView): number[] =>
  [...[...chat, ...tips].map(({ at }) => at), ...hearts, ...cheers].toSorted((a, b) => a - b);

const byTime = ({ chat, tips, hearts, cheers }: ReplayEventsView): ReplayEventsView => ({
  chat: chat.toSorted((a, b) => a.at - b.at),
  tips: tips.toSorted((a, b) => a.at - b.at),
  hearts: hearts.toSorted((a, b) => a - b),
  cheers: cheers.toSorted((a, b) => a - b),
});
