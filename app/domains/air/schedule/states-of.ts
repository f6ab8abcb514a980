import type { OnAirView } from "../stages/contract/stages.ts";
import type { SetState } from "./contract/set-state.ts";
import type { SetView } from "./contract/sets.ts";

/** The states of sets as their stages have them, by set. */
export function statesOf(
  entries: readonly { onAir: Pick<OnAirView, "currentSet" | "nextSet"> }[],
): Map<string, SetState> {
  const sets = entries.flatMap(({ onAir: { currentSet, nextSet } }) => [nextSet, currentSet]);
  return new Map(sets.flatMap((set) => (set?.state ? [[set.id, set.state] as const] : [])));
}

/** The sets, each in the state that its stage has it in now; those that no stage speaks of as they were read. */
export function withStates(sets: readonly SetView[], entries: Parameters<typeof statesOf>[0]): SetView[] {
  const states = statesOf(entries);
  return sets.map((set) => ({ ...set, state: states.get(set.id) ?? set.state }));
}
