import { slotsOf } from "#app/domains/base/time/series.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";

/** The rules of a zone change by an hour, at most by two. */
const maxShiftMs = 2 * 3_600_000;

/** A set of a weekly series, and the series as it was booked. */
interface SeriesSet extends Slot {
  firstStartsAt: number;
  weeks: number;
  timeZone: string;
}

/**
 * The slot in which a set keeps the local time of its series; null where it is there already, or at a time of its own.
 * The sets were booked by the zone's rules of that day, which may have changed since.
 */
export function slotByRules({ startsAt, endsAt, firstStartsAt, weeks, timeZone }: SeriesSet): Slot | null {
  const lengthMs = endsAt - startsAt;
  const slots = slotsOf({ startsAt: firstStartsAt, endsAt: firstStartsAt + lengthMs, weeks, timeZone });
  const slot = slots.find((each) => Math.abs(each.startsAt - startsAt) <= maxShiftMs);
  return slot === undefined || slot.startsAt === startsAt ? null : slot;
}
