import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listReplayEventsCall } from "../calls.ts";
import type { ReplayEventsView } from "../contract.ts";

export interface ReplayEvents {
  /** Undefined until they are loaded. */
  events: ReplayEventsView | undefined;
  isFailed: boolean;
  retry: () => void;
}

/** What was written and given in the room; loaded once, as soon as it is wanted. */
export function useReplayEvents(replayId: string, isWanted: boolean): ReplayEvents {
  const { data, error, mutate } = useSWR(
    isWanted ? [listReplayEventsCall.path, replayId] : null,
    async () => byTime(await callApi(listReplayEventsCall, { replay: replayId })),
    { revalidateOnFocus: false, revalidateIfStale: false, onError: () => {} },
  );
  return { events: data, isFailed: error !== undefined && data === undefined, retry: () => void mutate() };
}

const byTime = ({ chat, hearts, cheers }: ReplayEventsView): ReplayEventsView => ({
  chat: chat.toSorted((a, b) => a.at - b.at),
  hearts: hearts.toSorted((a, b) => a - b),
  cheers: cheers.toSorted((a, b) => a - b),
});
