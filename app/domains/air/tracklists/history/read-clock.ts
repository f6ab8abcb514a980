/** Possible meanings of a history file's clock times as instants, before its clock is compared with the set. */
import { isTimeZone, offsetAt as zoneOffsetAt } from "#app/domains/base/time/time-zone.ts";
import type { HistoryFile } from "./history-file.ts";

export interface ClockReading {
  /** Time of each entry; null where the file has none. */
  times: (number | null)[];
  /** Whether a clock that runs right needs no shift: the file has true times, or the zone is known. */
  isTrusted: boolean;
  /** The shift that is expected. */
  hintMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;

/** One reading, or with local times of an unknown zone also the one in which clocks were changed meanwhile. */
export function clockReadings(
  { clock, entries }: Pick<HistoryFile, "clock" | "entries">,
  { startsAt, timeZone }: { startsAt: number; timeZone?: string | undefined },
): ClockReading[] {
  const raw = entries.map(({ startedAt }) => startedAt);
  if (clock === "utc") return [{ times: raw, isTrusted: true, hintMs: 0 }];
  const offsetAt =
    timeZone !== undefined && isTimeZone(timeZone) ? (at: number) => zoneOffsetAt(at, timeZone) : null;
  const here = startsAt + (offsetAt?.(startsAt) ?? 0);
  const local = clock === "time-of-day" ? onDayOf(raw, here) : raw;
  if (offsetAt !== null) return [{ times: toInstants(local, offsetAt), isTrusted: true, hintMs: 0 }];
  const back = local.map(((shift) => shiftedBy(shift, -85 * minuteMs, -20 * minuteMs, hourMs))(stepper()));
  const times = [back, back.map(((shift) => shiftedBy(shift, hourMs, 85 * minuteMs, -hourMs))(stepper()))];
  return times.map((each) => ({ times: each, isTrusted: false, hintMs: 0 }));
}

/** Times of day, on the day on which the first is nearest to the beginning of the set. */
function onDayOf(times: (number | null)[], here: number): (number | null)[] {
  const first = times.find((time) => time !== null) ?? 0;
  const shift = Math.round((here - first) / dayMs) * dayMs;
  return times.map((time) => time && time + shift);
}

const stepper = () => ({ last: null as number | null, added: 0 });

/** Returns a function that shifts all times by an hour after a step between `from` and `to`: once. */
function shiftedBy(state: ReturnType<typeof stepper>, from: number, to: number, by: number) {
  return (time: number | null): number | null => {
    if (time === null) return null;
    const step = state.last === null ? 0 : time - state.last;
    state.last = time;
    if (state.added === 0 && step >= from && step <= to) state.added = by;
    return time + state.added;
  };
}

/**
 * Returns instants: in the hour that an autumn night has twice, a time that would be before the last one is of the
 * second.
 */
function toInstants(local: (number | null)[], offsetAt: (at: number) => number): (number | null)[] {
  let last = Number.NEGATIVE_INFINITY;
  return local.map((time) => {
    if (time === null) return null;
    const guess = time - offsetAt(time);
    const first = time - offsetAt(guess - hourMs);
    const isFirst = first + offsetAt(first) === time;
    const candidates = [isFirst ? first : time - offsetAt(guess), time - offsetAt(guess + hourMs)];
    const right = candidates.find((at) => at >= last - 20 * minuteMs) ?? candidates[0] ?? time;
    last = right;
    return right;
  });
}
