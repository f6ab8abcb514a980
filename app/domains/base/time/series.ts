/** A weekly series keeps its local time: the resulting instants, and clock changes in between. */
import { shiftsOf } from "./clock-changes.ts";
import type { Slot } from "./slot.ts";
import { firstInstantOf, localTimeOf } from "./time-zone.ts";

const weekMs = 7 * 24 * 3_600_000;

export interface Series extends Slot {
  /** Number of weeks, including the first. */
  weeks: number;
  /** IANA zone in which the local time is kept. */
  timeZone: string;
}

/**
 * One slot per week, by start, each as long as the first. The first is the requested instant. A local time that the
 * clocks skip becomes the first one that exists; one that occurs twice means the first.
 */
export function slotsOf({ startsAt, endsAt, weeks, timeZone }: Series): Slot[] {
  const first = localTimeOf(startsAt, timeZone);
  return Array.from({ length: weeks }, (_, week) => {
    const start = week === 0 ? startsAt : firstInstantOf(first + week * weekMs, timeZone);
    return { startsAt: start, endsAt: start + (endsAt - startsAt) };
  });
}

const knownShifts = new Map<string, readonly number[]>();
/** A list of sets has the weeks of a series one after the other; no more series than a list has need to be cached. */
const maxKnown = 1_000;

/** `shiftsOf` of a whole series, calculated once for all of its sets. */
export function seriesShifts({ startsAt, weeks, timeZone }: Omit<Series, "endsAt">): readonly number[] {
  if (weeks === 1) return [0];
  const key = `${startsAt} ${weeks} ${timeZone}`;
  const known = knownShifts.get(key);
  if (known !== undefined) return known;
  if (knownShifts.size >= maxKnown) knownShifts.clear();
  const shifts = shiftsOf(slotsOf({ startsAt, endsAt: startsAt, weeks, timeZone }));
  knownShifts.set(key, shifts);
  return shifts;
}
