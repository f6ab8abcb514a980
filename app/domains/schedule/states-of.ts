import type { OnAirView } from "../stages/contract/stages.ts";
import type { SetState } from "./contract/set-state.ts";

/** The states of sets as their stages have them, by set. */
export function statesOf(
  entries: readonly { onAir: Pick<OnAirView, "currentSet" | "nextSet"> }[],
): Map<string, SetState> {
  const sets = entries.flatMap(({ onAir: { currentSet, nextSet } }) => [nextSet, currentSet]);
  return new Map(sets.flatMap((set) => (set?.state ? [[set.id, set.state] as const] : [])));
}
