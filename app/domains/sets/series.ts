/** A weekly series keeps its local time: which instants that makes, and where the clocks change in between. */
import { Temporal } from "temporal-polyfill";
import type { Slot } from "./slot.ts";

export interface Series extends Slot {
  /** How many weeks, the first included. */
  weeks: number;
  /** IANA zone in which the local time is kept. */
  timeZone: string;
}

/** True for a zone that the runtime knows by its IANA name; offsets such as "+02:00" keep no local time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * One slot a week, by start, each as long as the first. The first is the instant that was asked for. A local time
 * that the clocks skip becomes the first one that exists; one that occurs twice means the first.
 */
export function slotsOf({ startsAt, endsAt, weeks, timeZone }: Series): Slot[] {
  const first = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(timeZone);
  return Array.from({ length: weeks }, (_, week) => {
    const start = week === 0 ? startsAt : instantOf(first.toPlainDateTime().add({ weeks: week }), timeZone);
    return { startsAt: start, endsAt: start + (endsAt - startsAt) };
  });
}

/** How far each week's start is from whole weeks after the first, ms: what a change of the clocks moves it by. */
export function shiftsOf(slots: readonly Slot[]): number[] {
  const first = slots[0]?.startsAt ?? 0;
  return slots.map(({ startsAt }, week) => startsAt - first - week * weekMs);
}

const knownShifts = new Map<string, readonly number[]>();
/** A list of sets has the weeks of a series one after the other; more than it has of them need not be kept. */
const maxKnown = 1_000;

/** `shiftsOf` of a whole series, reckoned once for all of its sets. */
export function clockShifts({ startsAt, weeks, timeZone }: Omit<Series, "endsAt">): readonly number[] {
  if (weeks === 1) return [0];
  const key = `${startsAt} ${weeks} ${timeZone}`;
  const known = knownShifts.get(key);
  if (known !== undefined) return known;
  if (knownShifts.size >= maxKnown) knownShifts.clear();
  const shifts = shiftsOf(slotsOf({ startsAt, endsAt: startsAt, weeks, timeZone }));
  knownShifts.set(key, shifts);
  return shifts;
}

/** Minutes past the full hour on a clock in that zone; seconds and less count as a part. */
export function localMinuteOf(instant: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return local.minute + local.second / 60 + local.millisecond / 60_000;
}

const weekMs = 7 * 24 * 3_600_000;

function instantOf(local: Temporal.PlainDateTime, timeZone: string): number {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  // Skipped: `earlier` lies before the change, and the change is the first moment after the gap.
  return earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? earlier.epochMilliseconds;
}
