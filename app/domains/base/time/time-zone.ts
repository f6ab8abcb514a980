/**
 * Local times, by one set of zone rules on server and browser: what a runtime knows of zones is as old as the runtime.
 * A local time is a number too: the epoch ms of the same clock reading in UTC.
 */
import { zones } from "./zone-data.ts";

interface Rules {
  /** Start of each of the offsets, epoch ms; the first applies from ever. */
  from: number[];
  offsets: number[];
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

const textOf = new Map(zones.flatMap(([rules, names]) => names.split(" ").map((name) => [name, rules])));
const read = new Map<string, Rules>();

/** An unknown zone has the time of UTC: a page opens also where a browser names one that no one else knows. */
function rulesOf(timeZone: string): Rules {
  const text = textOf.get(timeZone) ?? "0";
  const known = read.get(text);
  if (known !== undefined) return known;
  const [offset, ...changes] = text.split(" ");
  const rules: Rules = { from: [Number.NEGATIVE_INFINITY], offsets: [Number(offset) * minuteMs] };
  let at = 0;
  for (let index = 0; index < changes.length; index += 2) {
    at += Number.parseInt(changes[index] ?? "", 36);
    rules.from.push(at * minuteMs);
    rules.offsets.push(Number(changes[index + 1]) * minuteMs);
  }
  read.set(text, rules);
  return rules;
}

/** True for the name of a zone; offsets such as "+02:00" keep no local time. */
export const isTimeZone = (name: string): boolean => textOf.has(name);

/** Returns how far the clocks of a zone are ahead of UTC, ms. */
export function offsetAt(instant: number, timeZone: string): number {
  const { from, offsets } = rulesOf(timeZone);
  return offsets[from.findLastIndex((at) => at <= instant)] ?? 0;
}

/** The local time of an instant. */
export const localTimeOf = (instant: number, timeZone: string): number =>
  instant + offsetAt(instant, timeZone);

/** The instants of a local time, earliest first: two where the clocks repeat it, none where they skip it. */
function instantsOf(local: number, timeZone: string): number[] {
  const { offsets } = rulesOf(timeZone);
  return [...new Set(offsets)]
    .map((offset) => local - offset)
    .filter((instant) => localTimeOf(instant, timeZone) === local)
    .toSorted((a, b) => a - b);
}

/** The first instant of a local time; for one that the clocks skip, the first one after the gap. */
export function firstInstantOf(local: number, timeZone: string): number {
  const [first] = instantsOf(local, timeZone);
  return first ?? gapAround(local, timeZone).endsAt;
}

/** The same, but a time that the clocks skip is as far after the gap as it is into it. */
export function shiftedInstantOf(local: number, timeZone: string): number {
  const [first] = instantsOf(local, timeZone);
  return first ?? local - gapAround(local, timeZone).offset;
}

/** The change that skips a local time: when it is, and the offset before it. */
function gapAround(local: number, timeZone: string): { endsAt: number; offset: number } {
  const { from, offsets } = rulesOf(timeZone);
  const index = from.findIndex((at, next) => {
    const [before, after] = [offsets[next - 1], offsets[next]];
    return before !== undefined && after !== undefined && at + before <= local && local < at + after;
  });
  return { endsAt: from[index] ?? local, offset: offsets[index - 1] ?? 0 };
}

/** Minutes past the full hour on a clock in that zone; seconds and less count as a part. */
export function localMinuteOf(instant: number, timeZone: string): number {
  const minutes = localTimeOf(instant, timeZone) / minuteMs;
  return ((minutes % 60) + 60) % 60;
}

/** Midnight of the local day, and the time since then, ms. */
export function localDayOf(instant: number, timeZone: string): { day: number; timeMs: number } {
  const local = localTimeOf(instant, timeZone);
  const day = Math.floor(local / dayMs) * dayMs;
  return { day, timeMs: local - day };
}
