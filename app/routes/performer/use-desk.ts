import { useMemo } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import { openDeskCall } from "#app/domains/air/sets/calls/desk.ts";
import { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import { conflictsOf } from "#app/domains/air/sets/request-conflicts.ts";
import { canAnswer, expiresAt } from "#app/domains/air/sets/request-sides.ts";
import { answerRequest, type RequestVerb } from "#app/domains/air/sets/ui/answer-request.ts";
import type { LobbyEntry } from "#app/domains/air/stages/lobby-protocol.ts";
import { useNow } from "#app/ui/clock.ts";
import { useLobby } from "../home/use-lobby.ts";
import { useBookingNotices } from "./use-booking-notices.ts";

/** Changes that no socket reports, such as a manager's refusal, appear within this time. */
const lookAgainMs = 30_000;

/**
 * The performer's desk, refreshed: read again when sets are booked, moved or cancelled, when someone requests a set,
 * when the page becomes visible again, and every 30 s. Sets and requests that have ended or expired are removed by the
 * clock.
 */
export function useDesk(loaded: DeskView, viewerId: string) {
  const now = useNow();
  const { data: desk, mutate } = useSWR(
    // Another visit has another key: the page's own data is never older than what is cached.
    [openDeskCall.path, loaded.readAt],
    () => callApi(openDeskCall),
    { fallbackData: loaded, revalidateOnMount: false, refreshInterval: lookAgainMs, onError: () => {} },
  );
  const readAgain = () => void mutate();
  useBookingNotices(loaded.readAt, readAgain);
  const live = useLobby(readAgain, loaded.readAt);

  const { requests, taken, onAir } = desk;
  const upcomingSets = useMemo(
    () => withStates(desk.upcomingSets, [...(live?.values() ?? [])]),
    [desk.upcomingSets, live],
  );
  const waiting = useMemo(() => requests.filter((request) => expiresAt(request) > now), [requests, now]);
  return {
    ...desk,
    upcomingSets: useMemo(
      () => upcomingSets.filter(({ endTime }) => endTime === null || endTime > now),
      [upcomingSets, now],
    ),
    incoming: waiting.filter((request) => canAnswer(request, viewerId)),
    outgoing: waiting.filter((request) => !canAnswer(request, viewerId)),
    /** First the performer's own sets, which an answer may just have booked. */
    conflictsOf: (request: SetRequestView) => [
      ...conflictsOf(request, upcomingSets),
      ...taken.filter((each) => each.request === request.id),
    ],
    onAir: live === null ? onAir : ofPerformer([...live.values()], viewerId),
    readAgain,
    answer: async (request: SetRequestView, verb: RequestVerb) => {
      try {
        await answerRequest(request, verb, readAgain);
      } finally {
        // Also after a refusal: someone else may have answered first.
        await mutate();
      }
    },
  };
}

const ofPerformer = (entries: readonly LobbyEntry[], performerId: string) =>
  entries.filter(({ onAir }) => onAir.status !== "offline" && onAir.currentDj?.id === performerId);
