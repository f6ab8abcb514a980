import { useMemo } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { getRoomLineupCall } from "#app/domains/air/stages/calls/stages.ts";
import { useNow } from "#app/ui/clock.ts";
import { showToast } from "#app/ui/toast.tsx";
import { readViewerClock } from "#app/ui/viewer-clock.ts";
import { cancelSetCall, updateSetCall } from "../calls/changes.ts";
import { listStageRequestsCall } from "../calls/requests.ts";
import type { UpdateSetInput } from "../contract/changes.ts";
import { SetRequestView } from "../contract/requests.ts";
import { expiresAt } from "../request-sides.ts";
import { answerRequest, type RequestVerb } from "./answer-request.ts";
import { changedText } from "./changed-text.ts";

/** Performers send requests at any time; a waiting manager sees them within this time. */
export const bookingsAgainMs = 20_000;

/**
 * A stage's waiting requests and bookings, refreshed regularly, and its managers' actions. Every action shows its
 * result and throws what the server refuses.
 */
export function useBookings(stageId: string, loaded: { requests: SetRequestView[]; sets: SetView[] }) {
  const now = useNow();
  const body = { room: stageId };
  const options = { refreshInterval: bookingsAgainMs, onError: () => {} };
  const requests = useSWR([listStageRequestsCall.path, stageId], () => callApi(listStageRequestsCall, body), {
    ...options,
    fallbackData: loaded.requests,
  });
  const sets = useSWR([getRoomLineupCall.path, stageId], () => callApi(getRoomLineupCall, body), {
    ...options,
    fallbackData: loaded.sets,
  });
  const readAgain = () => Promise.all([requests.mutate(), sets.mutate()]);

  const answer = async (request: SetRequestView, verb: RequestVerb) => {
    try {
      await answerRequest(request, verb, readAgain);
    } finally {
      // Also after a refusal: someone else may have been faster.
      await readAgain();
    }
  };
  const moveSet = async (set: SetView, change: Pick<UpdateSetInput, "start" | "end">) => {
    const body = { set: set.id, ...change };
    const after = await callApi(updateSetCall, body);
    showToast(after.type, changedText(set, after, readViewerClock()));
    await readAgain();
  };
  const cancelSet = async (set: SetView) => {
    const body = { set: set.id, managingRoom: stageId };
    const after = await callApi(cancelSetCall, body);
    showToast(after.type, after.message);
    await readAgain();
  };

  const waiting = requests.data;
  const booked = sets.data;
  return {
    requests: useMemo(() => waiting.filter((request) => expiresAt(request) > now), [waiting, now]),
    /** The sets that are on and to come, by start. */
    sets: useMemo(() => booked.filter(({ endTime }) => endTime === null || endTime > now), [booked, now]),
    answerRequest: answer,
    moveSet,
    cancelSet,
    readAgain,
  };
}

export type Bookings = ReturnType<typeof useBookings>;
