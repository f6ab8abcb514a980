import type { SetView } from "../schedule/contract/sets.ts";
import type { SetRequestView } from "./contract/requests.ts";

export interface RequestConflict {
  /** Counted from 1. */
  week: number;
  set: SetView;
}

/**
 * The booked sets that conflict with a request, week by week; without the set that it would change. Slots may touch:
 * one ends as the next starts.
 */
export function conflictsOf(
  { slots, set: changed }: Pick<SetRequestView, "slots"> & Partial<Pick<SetRequestView, "set">>,
  sets: readonly SetView[],
): RequestConflict[] {
  return slots.flatMap((slot, index) =>
    sets
      .filter(({ id }) => changed == null || id !== changed.id)
      .filter((set) => set.startTime < slot.endTime && (set.endTime === null || slot.startTime < set.endTime))
      .map((set) => ({ week: index + 1, set })),
  );
}
