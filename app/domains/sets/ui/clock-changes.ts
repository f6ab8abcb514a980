/** What a change of the clocks does to a weekly series, as somebody in another zone or the same one sees it. */

interface Slot {
  startTime: number;
  endTime: number;
}

export interface ClockChange {
  /** The first week at the new time; the series begins with week 1. */
  week: number;
  slot: Slot;
  /** The clocks change where the series keeps its local time. */
  isThere: boolean;
  /** The viewer's clock says another time than in the week before. */
  isHere: boolean;
}

const weekMs = 7 * 24 * 3_600_000;

/** The weeks before which something shifts: in the series' own zone, on the viewer's clock, or both. */
export function clockChanges(slots: readonly Slot[], viewerZone: string): ClockChange[] {
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: viewerZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return slots.flatMap((slot, index) => {
    const before = slots[index - 1];
    if (before === undefined) return [];
    const isThere = slot.startTime - before.startTime !== weekMs;
    const isHere = clock.format(slot.startTime) !== clock.format(before.startTime);
    return isThere || isHere ? [{ week: index + 1, slot, isThere, isHere }] : [];
  });
}
