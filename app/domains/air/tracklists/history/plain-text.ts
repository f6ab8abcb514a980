/** Lists as people and small tools write them: `00:00 Artist - Title`, `1. Artist - Title [1:02:30]` or only names. */
import {
  type HistoryEntry,
  type HistoryFile,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { findNumbering, type LineParts, type LineTime, partsOf } from "./line-parts.ts";
import { isRule, linesOf } from "./lines.ts";
import { nameSplitter, type SplitName } from "./split-names.ts";
import { words } from "./words.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
/** Tracks that are shorter or longer are not listed with their lengths. */
const lengths = { min: 30 * secondMs, max: 30 * minuteMs } as const;
/** Maximum overlap with the next track: an end later than that is no end. */
const maxBlendMs = 2 * minuteMs;

/** So many lines that begin with a time are a list, whatever else there is. */
const minTimed = 3;

interface Layout {
  /** The place of the times in the lines of the list. */
  timing: "start" | "end" | "none";
  /** Most have a second one. */
  hasBoth: boolean;
}

interface Listed {
  parts: LineParts;
  split: SplitName;
}

/** Lines that are no names are told; a text with more of them than of names is no list. */
export function parsePlainText(text: string): HistoryFile {
  const lines = linesOf(text).filter((line) => !isRule(line));
  const numbering = findNumbering(lines);
  const all = joinTimes(lines.flatMap((line) => partsOf(line, numbering) ?? []));
  const layout = layoutOf(all);
  const split = nameSplitter(
    all
      .filter((parts) => layout.timing === "none" || timeOf(parts, layout) !== null)
      .map((parts) => nameIn(parts, layout)),
  );
  const [from, until] = spanOfTimes(all, layout);
  const listed = all
    .map((parts): Listed => ({ parts, split: split(nameIn(parts, layout)) }))
    .filter((each, index) => isListed(each, layout, from < index && index < until));
  if (listed.length === 0 || (layout.timing === "none" && listed.length * 2 < lines.length))
    throw new UnreadableHistory(words.unknown);
  const known = new Set(listed.flatMap(({ parts }) => parts.raw.split("\n")));
  return withTimes(
    listed,
    layout,
    lines.filter((line) => !known.has(line)),
  );
}

/** A line with only a time is about the name in the next one. */
function joinTimes(all: readonly LineParts[]): LineParts[] {
  const joined: LineParts[] = [];
  for (const parts of all) {
    const before = joined.at(-1);
    const isWaiting = before !== undefined && before.start !== null && before.name === "";
    if (isWaiting && parts.start === null)
      joined[joined.length - 1] = { ...parts, start: before.start, raw: `${before.raw}\n${parts.raw}` };
    else joined.push(parts);
  }
  return joined;
}

function layoutOf(all: readonly LineParts[]): Layout {
  const count = (has: (parts: LineParts) => boolean) => all.filter(has).length;
  const starts = count(({ start }) => start !== null);
  const ends = count(({ start, isEndLast }) => start === null && isEndLast);
  const both = count(({ start, end }) => start !== null && end !== null);
  const isEnough = (some: number) => some > 1 && some * 2 >= all.length;
  // Around a list there may be more text than in it.
  if (isEnough(starts) || starts >= minTimed) return { timing: "start", hasBoth: both * 2 >= starts };
  return { timing: isEnough(ends) ? "end" : "none", hasBoth: false };
}

const timeOf = ({ start, end }: LineParts, { timing }: Layout): LineTime | null =>
  timing === "start" ? start : timing === "end" ? end : null;

/** A time at the end of a line belongs to the name, unless the other lines have theirs there as well. */
function nameIn({ name, nameAndEnd }: LineParts, { timing, hasBoth }: Layout): string {
  return timing === "end" || hasBoth ? name : nameAndEnd;
}

/** The first and the last line with a time. */
function spanOfTimes(all: readonly LineParts[], layout: Layout): [number, number] {
  const has = (parts: LineParts) => timeOf(parts, layout) !== null;
  return [all.findIndex(has), all.findLastIndex(has)];
}

/**
 * True for a line of the list: with times, what is above the first and below the last one is about the list, not in it.
 */
function isListed({ parts, split }: Listed, layout: Layout, isWithin: boolean): boolean {
  if (split.title === "" && split.artist === "") return false;
  if (layout.timing === "none") return split.isSplit;
  if (timeOf(parts, layout) !== null) return true;
  return split.isSplit && (isWithin || parts.isTogether || parts.number !== null);
}

function withTimes(listed: readonly Listed[], layout: Layout, unread: readonly string[]): HistoryFile {
  const told = listed.flatMap(({ parts }) => timeOf(parts, layout) ?? []);
  if (layout.timing === "none" || (layout.timing === "end" && areLengths(told))) {
    const entries = listed.map(({ parts: { end }, split }): HistoryEntry => {
      const durationMs = layout.timing === "none" || end === null ? undefined : elapsed(end.parts);
      return { ...entryOf(split), durationMs };
    });
    return toHistoryFile("text", null, entries, { unread });
  }
  const isOfDay = areTimesOfDay(told);
  const toMs = isOfDay || areHours(told) ? ofDay : elapsed;
  let nextAt: number | null = null;
  const entries = listed.toReversed().map(({ parts, split }): HistoryEntry => {
    const time = timeOf(parts, layout);
    if (time === null) return entryOf(split);
    const at = toMs(time.parts);
    const end = layout.hasBoth && parts.end !== null ? toMs(parts.end.parts) : null;
    const span = end === null ? {} : spanOf(at, end, nextAt, elapsed(parts.end?.parts ?? []));
    nextAt = at;
    return { ...entryOf(split), [isOfDay ? "startedAt" : "offsetMs"]: at, ...span };
  });
  return toHistoryFile("text", isOfDay ? "time-of-day" : null, entries.toReversed(), { unread });
}

const entryOf = ({ artist, title, label }: SplitName): HistoryEntry => ({
  ...named(artist, title),
  ...(label !== undefined && { label }),
});

/** A second time is where the track ends, or how long it is. */
function spanOf(at: number, endsAt: number, nextAt: number | null, length: number): Partial<HistoryEntry> {
  if (endsAt > at && endsAt <= (nextAt ?? endsAt) + maxBlendMs) return { playedMs: endsAt - at };
  return length >= lengths.min && length <= lengths.max ? { durationMs: length } : {};
}

/** Times at the ends of lines that go up and down are how long the tracks are. */
function areLengths(times: readonly LineTime[]): boolean {
  const known = times.map(({ parts }) => elapsed(parts));
  const back = known.slice(1).filter((at, index) => at < (known[index] ?? 0)).length;
  return back * 5 > known.length - 1 && known.every((at) => at >= lengths.min && at <= lengths.max);
}

/** `22:04` means minutes and seconds only where tracks are then at least half a minute apart. */
function areTimesOfDay(times: readonly LineTime[]): boolean {
  if (times.some(({ isOfDay }) => isOfDay)) return true;
  const all = times.map(({ parts }) => parts);
  if (areMixed(all)) return false;
  const isDay = all.every(([hours = 0, minutes = 0]) => hours < 24 && minutes < 60);
  const first = all[0] ?? [];
  if (!isDay || elapsed(first) === 0) return false;
  // Hours, minutes and seconds from the beginning start with an hour of 0, a clock rarely does.
  if (first.length === 3) return (first[0] ?? 0) > 3;
  return middleStep(all) < minuteMs / 2;
}

/** `0:04` means hours and minutes from the beginning where tracks would be seconds apart. */
function areHours(times: readonly LineTime[]): boolean {
  const all = times.map(({ parts }) => parts);
  return (
    !areMixed(all) &&
    all[0]?.length === 2 &&
    all.every(([, minutes = 0]) => minutes < 60 && Number.isInteger(minutes)) &&
    middleStep(all) < minuteMs / 4
  );
}

const areMixed = (all: readonly (readonly number[])[]) => new Set(all.map(({ length }) => length)).size > 1;

function middleStep(times: readonly (readonly number[])[]): number {
  const from = times.map(elapsed);
  const steps = from.slice(1).map((at, index) => at - (from[index] ?? 0));
  return steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? minuteMs;
}

const elapsed = (time: readonly number[]) =>
  Math.round(time.reduce((sum, part) => sum * 60 + part, 0) * secondMs);

const ofDay = ([hours = 0, minutes = 0, seconds = 0]: readonly number[]) =>
  Math.round(((hours * 60 + minutes) * 60 + seconds) * secondMs);
