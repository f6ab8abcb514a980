/** The difference between the clock of a history file and the clock of the server. */
import type { Match } from "./likeness.ts";
import type { SetSpan } from "./placement.ts";
import type { ClockReading } from "./read-clock.ts";

export interface ClockFit {
  offsetMs: number;
  /** Number of entries that lie on the lines of their tracks. */
  agreement: number;
  /** Number of entries that lie in the set. */
  contained: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Pairs that agree differ by no more: software says the beginning of a track differently. */
const windowMs = 3 * minuteMs;
/** A clock that should be right is wrong by an hour and some minutes at most, unless lines say otherwise. */
const maxTrustedMs = 75 * minuteMs;
/** The zones of the world. */
const maxZoneMs = 14 * hourMs;
const graceMs = minuteMs / 2;
/** More than any set has, so that a made-up file costs little. */
const maxPairs = 3_000;
const maxAgreeing = 200;

/** Fits by agreement with lines; without any, by the shift at which most of the file lies in the set. */
export function fitClock(
  reading: ClockReading,
  set: SetSpan,
  matches: readonly Match[],
  isRelative: boolean,
): ClockFit {
  const times = reading.times.filter((time) => time !== null).toSorted((a, b) => a - b);
  const containedAt = (offsetMs: number) =>
    countUpTo(times, set.endsAt - offsetMs) - countUpTo(times, set.startsAt - graceMs - offsetMs);
  const agreed = agreeing(reading, matches);
  if (agreed !== null) return { ...agreed, contained: containedAt(agreed.offsetMs) };
  const offsetMs = isRelative ? reading.hintMs : mostContained(reading, set, times, containedAt);
  return { offsetMs, agreement: 0, contained: containedAt(offsetMs) };
}

/** The shift that most pairs of entry and line have in common. Null: none, or only one that would be a large one. */
function agreeing(
  { times, isTrusted, hintMs }: ClockReading,
  matches: readonly Match[],
): Pick<ClockFit, "offsetMs" | "agreement"> | null {
  const shifts = matches
    .flatMap((match) => {
      const time = times[match.entry] ?? null;
      return time === null ? [] : [{ ...match, by: match.line.startsAt - time }];
    })
    .toSorted((a, b) => a.by - b.by);
  let best: typeof shifts = [];
  let end = 0;
  for (const [index, { by }] of shifts.slice(0, maxPairs).entries()) {
    while (end < shifts.length && (shifts[end]?.by ?? 0) <= by + windowMs) end += 1;
    const group = shifts.slice(index, Math.min(end, index + maxAgreeing));
    if (isBetter(group, best, hintMs)) best = group;
  }
  const agreement = sizeOf(best);
  const offsetMs = middleOf(best);
  const isLarge = Math.abs(offsetMs - hintMs) > (isTrusted ? maxTrustedMs : maxZoneMs);
  return agreement === 0 || (agreement === 1 && isLarge) ? null : { offsetMs, agreement };
}

type Shift = Match & { by: number };

function isBetter(group: readonly Shift[], best: readonly Shift[], hintMs: number): boolean {
  const more = sizeOf(group) - sizeOf(best);
  if (more !== 0) return more > 0;
  return Math.abs(middleOf(group) - hintMs) < Math.abs(middleOf(best) - hintMs);
}

/** A track that was played twice is one pair only. */
const sizeOf = (group: readonly Shift[]) =>
  Math.min(new Set(group.map(({ entry }) => entry)).size, new Set(group.map(({ line }) => line.id)).size);

/** The ear knows when a track began; titles of encoders come a little later. */
function middleOf(group: readonly Shift[]): number {
  const heard = group.filter(({ line }) => line.kinds.includes("ear"));
  const counted = heard.length >= 2 ? heard : group;
  const shifts = counted.map(({ by }) => by).toSorted((a, b) => a - b);
  const half = Math.floor(shifts.length / 2);
  const [low = 0, high = 0] = [shifts[Math.ceil(shifts.length / 2) - 1], shifts[half]];
  return Math.round((low + high) / 2);
}

/**
 * The expected shift, unless the file would lie in the set much better with another one: a file that spans just the
 * set says what its clock is, one of a whole night does not.
 */
function mostContained(
  { isTrusted, hintMs }: ClockReading,
  { startsAt }: SetSpan,
  times: readonly number[],
  containedAt: (offsetMs: number) => number,
): number {
  const range = isTrusted ? maxTrustedMs : maxZoneMs;
  const toStart = startsAt - (times[0] ?? 0);
  const whole = Array.from({ length: (2 * range) / minuteMs + 1 }, (_, index) => index * minuteMs - range);
  const candidates = Math.abs(toStart) <= range ? [...whole, toStart] : whole;
  const gapAt = (offsetMs: number) => {
    const first = times[countUpTo(times, startsAt - graceMs - offsetMs)];
    return first === undefined ? range : Math.max(0, first + offsetMs - startsAt);
  };
  const rated = candidates.map((by) => ({
    by: by + hintMs,
    contained: containedAt(by + hintMs),
    fromQuarter: Math.abs(by - Math.round(by / (15 * minuteMs)) * 15 * minuteMs),
  }));
  const most = Math.max(...rated.map(({ contained }) => contained));
  const isWhole = times.length >= 2 && most >= 0.95 * times.length;
  if (isTrusted && containedAt(hintMs) >= most * (isWhole ? 0.95 : 0.6)) return hintMs;
  const best = rated.filter(({ contained }) => contained === most);
  const nearest = Math.min(...best.map(({ fromQuarter }) => fromQuarter));
  const [chosen] = best
    .filter(({ fromQuarter }) => fromQuarter === nearest)
    .toSorted((a, b) => gapAt(a.by) - gapAt(b.by) || Math.abs(a.by) - Math.abs(b.by));
  return chosen?.by ?? hintMs;
}

/** Counts the sorted times that are not later. */
function countUpTo(times: readonly number[], at: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}
