/** Free times among the requested ones, as far as bookings are known. Pure. */

import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type Series, slotsOf } from "#app/domains/base/time/series.ts";
import { scheduleDays } from "../../contract/changes.ts";
import type { SetRequestView } from "../../contract/requests.ts";
import { conflictsOf } from "../../request-conflicts.ts";

const dayMs = 24 * 3_600_000;
const stepMs = 30 * 60_000;
/** A free time further away would be a different request. */
const lookAheadMs = 7 * dayMs;

/** The span for which a form loads a stage's sets: from yesterday, as those may still be on, as far as can be read. */
export function knownSpan(now: number): { from: number; until: number } {
  return { from: now - dayMs, until: now + (scheduleDays - 1) * dayMs };
}

/** The slots of a series as requests show them. */
export function shownSlots(series: Series): SetRequestView["slots"] {
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
