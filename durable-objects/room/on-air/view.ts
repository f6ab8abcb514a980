import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { RoomFacts } from "../facts.ts";
import type { Broadcast } from "../memory.ts";
import type { SetStates } from "./set-states.ts";

/** A room's view of a broadcast. The song and the count are part of the state: they have their own events. */
export function toOnAirView(
  facts: RoomFacts,
  broadcast: Broadcast | null,
  {
    state,
    states,
    canRewind,
  }: { state: RoomState; states: SetStates; canRewind: (performance: string) => boolean },
  now: number,
): OnAirView {
  const withState = (set: SetView): SetView => ({ ...set, state: states.of(set, now) });
  const following = findNextSet(facts.sets, broadcast, now);
  const nextSet = following && withState(following);
  const next = { nextSet, nextDj: nextSet?.user ?? null };
  const song = {
    currentTrack: state.currentTrack,
    currentTrackHistory: state.currentTrackHistory,
    currentTitle: state.currentTitle,
    currentArtist: state.currentArtist,
    currentTrackSource: state.currentTrackSource,
  };
  const currentListeners = state.currentListeners;
  if (broadcast === null) return { ...offAir, ...next, state: nextSet?.state ?? null, currentListeners };
  const { onAir, startedAt, performance } = broadcast;
  const current = facts.sets.find((set) => set.id === onAir.setId);
  const currentSet = current ? withState(current) : null;
  return {
    status: onAir.status,
    online: true,
    state: states.ofBroadcast(broadcast),
    startTime: startedAt,
    performance,
    canRewind: canRewind(performance),
    endTime: currentSet?.endTime ?? null,
    currentUrl: `/live/${onAir.stream}`,
    currentDj: currentSet?.user ?? facts.performer,
    currentSet,
    ...next,
    ...song,
    currentListeners,
  };
}

/** The first set that is not over and not on air; one whose performer has not appeared is still the next. */
function findNextSet(sets: readonly SetView[], broadcast: Broadcast | null, now: number): SetView | null {
  const current = sets.find((set) => set.id === broadcast?.onAir.setId);
  const next = sets.find(
    (set) =>
      set !== current &&
      (set.endTime ?? Number.POSITIVE_INFINITY) > now &&
      set.startTime >= (current?.startTime ?? Number.NEGATIVE_INFINITY),
  );
  return next ?? null;
}

/** The current song in one line, as players without a socket show it. */
export const songOf = ({ currentArtist, currentTitle }: OnAirView) =>
  [currentArtist, currentTitle].filter(Boolean).join(" - ");
