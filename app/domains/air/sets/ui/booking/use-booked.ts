import { useMemo } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listStageScheduleCall, listUserUpcomingSetsCall } from "../../calls/sets.ts";
import { knownSpan } from "./free-time.ts";

/** Others may book meanwhile: an open form shows it within this time. */
const lookAgainMs = 20_000;

/** The bookings of a stage (undefined until loaded) and of a performer, refreshed regularly. */
export function useBooked(
  stageId: string | undefined,
  performerId: string | undefined,
  loaded: SetView[] | undefined,
) {
  const options = { refreshInterval: lookAgainMs, onError: () => {} };
  const stage = useSWR(
    stageId === undefined ? null : ([listStageScheduleCall.path, stageId] as const),
    ([, room]) => callApi(listStageScheduleCall, { room, ...knownSpan(Date.now()) }),
    { ...options, fallbackData: loaded },
  );
  const performer = useSWR(
    performerId === undefined ? null : ([listUserUpcomingSetsCall.path, performerId] as const),
    ([, user]) => callApi(listUserUpcomingSetsCall, { user }),
    options,
  );
  const onStage = stage.data;
  const played = performer.data;
  return {
    onStage,
    /** The bookings in the way: the stage's sets, and the performer's on other stages. */
    inTheWay: useMemo(
      () => [...(onStage ?? []), ...(played ?? []).filter(({ room }) => room?.id !== stageId)],
      [onStage, played, stageId],
    ),
    readAgain: () => Promise.all([stage.mutate(), performer.mutate()]),
  };
}
