/** Which of the times that are asked for stand free, by what is known to be booked. Pure. */

import { scheduleDays } from "../../contract/changes.ts";
import type { SetView } from "../../contract/sets.ts";
import { conflictsOf } from "../../request-conflicts.ts";
import type { Series } from "../../series.ts";
import { slotsOf } from "../../series.ts";

const dayMs = 24 * 3_600_000;
const stepMs = 30 * 60_000;
/** A free time further away is another wish. */
const lookAheadMs = 7 * dayMs;

/** The span that a form knows a stage's sets of: from yesterday, which may still play, as far as can be read. */
export function knownSpan(now: number): { from: number; until: number } {
  return { from: now - dayMs, until: now + (scheduleDays - 1) * dayMs };
}

/** The slots of a series as requests show them. */
export function shownSlots(series: Series): { startTime: number; endTime: number }[] {
  return slotsOf(series).map(({ startsAt, endsAt }) => ({ startTime: startsAt, endTime: endsAt }));
}

/** The first start, in steps of half an hour, from which the whole series would be free; null within seven days. */
export function nextFreeStart(series: Series, sets: readonly SetView[]): number | null {
  for (let laterMs = stepMs; laterMs <= lookAheadMs; laterMs += stepMs) {
    const later = { ...series, startsAt: series.startsAt + laterMs, endsAt: series.endsAt + laterMs };
    if (conflictsOf({ slots: shownSlots(later) }, sets).length === 0) return later.startsAt;
  }
  return null;
}
