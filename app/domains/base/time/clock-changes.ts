/** Clock changes within a weekly series. Pure; the slots already keep the series' local time. */
import type { Slot } from "./slot.ts";
import { localDayOf } from "./time-zone.ts";

export interface ClockChange {
  /** The first week at the new time; the series starts with week 1. */
  week: number;
  slot: Slot;
  /** Shift from the week before, in UTC; negative for earlier, 0 where only the viewer's clocks change. */
  byMs: number;
  /** The clocks change where the series keeps its local time. */
  isThere: boolean;
  /** The viewer's local time differs from the week before. */
  isHere: boolean;
}

const weekMs = 7 * 24 * 3_600_000;

/** Returns the distance of each week's start from whole weeks after the first, ms: the effect of clock changes. */
export function shiftsOf(slots: readonly Slot[]): number[] {
  const first = slots[0]?.startsAt ?? 0;
  return slots.map(({ startsAt }, week) => startsAt - first - week * weekMs);
}

/**
 * The weeks before which something shifts: in the series' own zone, in the viewer's, or both. Without `viewerZone` only
 * the former.
 */
export function clockChanges(slots: readonly Slot[], viewerZone?: string): ClockChange[] {
  const shifts = shiftsOf(slots);
  const timeHere = (instant: number) =>
    viewerZone === undefined ? 0 : localDayOf(instant, viewerZone).timeMs;
  return slots.flatMap((slot, index) => {
    const before = slots[index - 1];
    if (before === undefined) return [];
    const byMs = (shifts[index] ?? 0) - (shifts[index - 1] ?? 0);
    const isHere = timeHere(slot.startsAt) !== timeHere(before.startsAt);
    return byMs !== 0 || isHere ? [{ week: index + 1, slot, byMs, isThere: byMs !== 0, isHere }] : [];
  });
}
