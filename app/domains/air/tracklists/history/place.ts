/** Lays the tracks of a history file onto a set. Pure: the browser shows what it does before the Worker does it. */
import { timeIn } from "../../replays/recording-clock.ts";
import type { Line } from "../evidence.ts";
import { fitClock } from "./fit-clock.ts";
import type { HistoryEntry, HistoryFile } from "./history-file.ts";
import { findMatches, isSameRecording, type Match } from "./likeness.ts";
import { placeByOrder } from "./place-by-order.ts";
import {
  type LeftOutEntry,
  type PlacedEntry,
  type Placement,
  reasons,
  type SetSpan,
  type Start,
} from "./placement.ts";
import { type ClockReading, clockReadings } from "./read-clock.ts";

const minuteMs = 60_000;
/** A line has the same play where it begins so near. */
const nearMs = 90_000;
/** A track may still be heard while the next one is mixed in. */
const maxBlendMs = 90_000;
/** A track that began before the set counts from where it is heard. */
const maxEarlyMs = 15 * minuteMs;
const minHeardMs = 30_000;
/** The last track of a file without lengths. */
const maxLastMs = 20 * minuteMs;

export function placeHistory(file: HistoryFile, set: SetSpan): Placement {
  const lines = set.lines.filter(
    ({ trackId, kinds }) => trackId !== null && kinds.some((kind) => kind !== "history"),
  );
  const matches = findMatches(file.entries, lines);
  const { starts, offsetMs } = startsOf(file, { ...set, lines }, matches);
  return { ...spansOf(between(starts), { ...set, lines }), offsetMs };
}

function startsOf(
  file: HistoryFile,
  set: SetSpan,
  matches: readonly Match[],
): { starts: Start[]; offsetMs: number | null } {
  const { entries } = file;
  const isTimed = entries.some(({ startedAt }) => startedAt !== null);
  const isRelative = !isTimed && entries.some(({ offsetMs }) => offsetMs !== null);
  if (!isTimed && !isRelative) return { starts: placeByOrder(entries, set, matches), offsetMs: null };
  const readings = isTimed ? clockReadings(file, set) : relativeReadings(entries, set);
  const fits = readings.map((reading) => ({
    reading,
    fit: fitClock(reading, set, matches, isRelative),
  }));
  const [best] = fits.toSorted(
    (a, b) => b.fit.agreement - a.fit.agreement || b.fit.contained - a.fit.contained,
  );
  const times = best?.reading.times ?? [];
  const offsetMs = best?.fit.offsetMs ?? 0;
  const starts = entries.map((entry, index): Start => {
    const time = times[index] ?? null;
    return { entry, at: time === null ? null : Math.round(time + offsetMs), isApproximate: false };
  });
  return { starts, offsetMs };
}

/** Positions in a recording, which stands still between two broadcasts; otherwise a clock that went on. */
function relativeReadings(
  entries: readonly HistoryEntry[],
  { clock, startsAt }: Pick<SetSpan, "clock" | "startsAt">,
): ClockReading[] {
  const offsets = entries.map(({ offsetMs }) => offsetMs);
  return [
    {
      times: offsets.map((offset) => (offset === null ? null : timeIn(clock, offset))),
      isTrusted: true,
      hintMs: 0,
    },
    { times: offsets, isTrusted: true, hintMs: startsAt },
  ];
}

/** Entries without a time are spread between those before and after them. */
function between(starts: readonly Start[]): Start[] {
  return starts.map((start, index): Start => {
    if (start.at !== null || start.reason !== undefined) return start;
    const before = starts.findLastIndex(({ at }, other) => other < index && at !== null);
    const after = starts.findIndex(({ at }, other) => other > index && at !== null);
    const [from, to] = [starts[before]?.at, starts[after]?.at];
    if (from == null || to == null) return { ...start, reason: reasons.timeless };
    const at = Math.round(from + ((to - from) * (index - before)) / (after - before));
    return { ...start, at, isApproximate: true };
  });
}

function spansOf(starts: readonly Start[], set: SetSpan): Omit<Placement, "offsetMs"> {
  const leftOut: LeftOutEntry[] = [];
  const placed: PlacedEntry[] = [];
  const timed = starts.filter((start): start is Start & { at: number } => {
    if (start.at === null) leftOut.push({ entry: start.entry, reason: start.reason ?? reasons.timeless });
    return start.at !== null;
  });
  const ordered = timed.toSorted((a, b) => a.at - b.at);
  for (const [index, start] of ordered.entries()) {
    const { entry, at, isApproximate } = start;
    const end = endOf(start, ordered[index + 1]?.at ?? null, set.endsAt);
    const isEarly = at < set.startsAt;
    const isHeard = !isEarly || (end - set.startsAt >= minHeardMs && at >= set.startsAt - maxEarlyMs);
    if (!isHeard) leftOut.push({ entry, reason: reasons.before });
    else if (at >= set.endsAt) leftOut.push({ entry, reason: reasons.after });
    else if (entry.isUnnamed === true) leftOut.push({ entry, reason: reasons.unnamed });
    else {
      const startsAt = Math.max(at, set.startsAt);
      const line = lineAt(entry, startsAt, set.lines);
      const endsAt = Math.max(startsAt + 1, Math.min(end, set.endsAt));
      placed.push({ entry, startsAt, endsAt, isApproximate, line });
    }
  }
  return { placed, leftOut };
}

/** Returns the end from the file, but not long into the next track; otherwise where the next one begins. */
function endOf({ entry, at }: { entry: HistoryEntry; at: number }, next: number | null, end: number): number {
  const { playedMs, durationMs } = entry;
  if (next === null) return at + (playedMs ?? durationMs ?? Math.min(maxLastMs, Math.max(0, end - at)));
  return playedMs === null ? next : Math.min(at + playedMs, next + maxBlendMs);
}

function lineAt(entry: HistoryEntry, at: number, lines: readonly Line[]): Line | null {
  const near = lines.filter((line) => Math.abs(line.startsAt - at) <= nearMs && isSameRecording(entry, line));
  return near.toSorted((a, b) => Math.abs(a.startsAt - at) - Math.abs(b.startsAt - at))[0] ?? null;
}
