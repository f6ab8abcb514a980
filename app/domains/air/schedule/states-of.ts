import type { OnAirView } from "../stages/contract/stages.ts";
import type { SetState } from "./contract/set-state.ts";
import type { SetView } from "./contract/sets.ts";

/** The part of a set that its stage changes. */
type Shown = Pick<SetView, "id" | "startTime" | "endTime" | "state">;
type Entries = readonly { onAir: Pick<OnAirView, "currentSet" | "nextSet"> }[];

const setsOf = (entries: Entries) =>
  entries
    .flatMap(({ onAir: { currentSet, nextSet } }) => [nextSet, currentSet])
    .filter((set) => set !== null);

/** The states of sets as their stages have them, by set. */
export function statesOf(entries: Entries): Map<string, SetState> {
  return new Map(setsOf(entries).flatMap(({ id, state }) => (state ? [[id, state] as const] : [])));
}

/** The sets, each with the state and the times that its stage has now; those that no stage speaks of as they were read. */
export function withStates<Set extends Shown>(sets: readonly Set[], entries: Entries): Set[] {
  return withStatesIn(sets, setsOf(entries));
}

/** The sets, each with the state and the times that it has in a newer list, if it is there. */
export function withStatesIn<Set extends Shown>(sets: readonly Set[], newer: readonly Shown[]): Set[] {
  const known = new Map<string, Shown>(newer.map((set) => [set.id, set]));
  return sets.map((set) => {
    const { startTime, endTime, state }: Shown = known.get(set.id) ?? set;
    return { ...set, startTime, endTime, state: state ?? set.state };
  });
}
