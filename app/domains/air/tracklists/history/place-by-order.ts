/** Files that know only the order: laid between the lines that are named already. */
import type { HistoryEntry } from "./history-file.ts";
import type { Match } from "./likeness.ts";
import { reasons, type SetSpan, type Start } from "./placement.ts";

/** Assumed length of a track where nothing says it. */
const usualMs = 240_000;
/** Tracks are played for at least so much of their length; otherwise they do not fit. */
const minShare = 0.35;
/** A gap before the first or after the last track is filled up to so much of what is usual. */
const maxStretch = 1.6;

export function placeByOrder(
  entries: readonly HistoryEntry[],
  { startsAt, endsAt }: SetSpan,
  matches: readonly Match[],
): Start[] {
  const lengths = lengthsOf(entries);
  const anchors = chain(matches).map(({ entry, line }) => ({ entry, at: line.startsAt }));
  const starts: Start[] = entries.map((entry) => ({ entry, at: null, isApproximate: true }));
  const set = (index: number, at: number) => {
    const start = starts[index];
    if (start !== undefined) start.at = Math.round(at);
  };
  for (const { entry, at } of anchors) {
    set(entry, at);
    const start = starts[entry];
    if (start !== undefined) start.isApproximate = false;
  }
  for (const [index, anchor] of anchors.entries()) {
    const next = anchors[index + 1];
    if (next !== undefined) spread(lengths, anchor.entry, next.entry, anchor.at, next.at, set);
  }
  const [first, last] = [anchors[0], anchors.at(-1)];
  if (first === undefined || last === undefined) fillAll(lengths, startsAt, endsAt, set, starts);
  else {
    fillBefore(lengths, first, startsAt, set, starts);
    fillAfter(lengths, last, endsAt, set, starts);
  }
  return starts;
}

type Put = (index: number, at: number) => void;

/** Entries after `from` and before `to`, by their lengths; `from` has its part. */
function spread(
  lengths: readonly number[],
  from: number,
  to: number,
  startsAt: number,
  endsAt: number,
  put: Put,
): void {
  const total = sumOf(lengths, from, to);
  let passed = lengths[from] ?? 0;
  for (let index = from + 1; index < to; index++) {
    put(index, startsAt + ((endsAt - startsAt) * passed) / total);
    passed += lengths[index] ?? 0;
  }
}

function fillBefore(
  lengths: readonly number[],
  { entry: to, at }: { entry: number; at: number },
  startsAt: number,
  put: Put,
  starts: Start[],
): void {
  let from = 0;
  const room = Math.max(0, at - startsAt);
  while (from < to && sumOf(lengths, from, to) * minShare > room) leaveOut(starts, from++, reasons.before);
  if (from === to) return;
  const usual = sumOf(lengths, from, to);
  const begins = usual * maxStretch >= room ? startsAt : at - usual;
  put(from, begins);
  spread(lengths, from, to, begins, at, put);
}

function fillAfter(
  lengths: readonly number[],
  { entry: from, at }: { entry: number; at: number },
  endsAt: number,
  put: Put,
  starts: Start[],
): void {
  let to = lengths.length;
  const room = Math.max(0, endsAt - at);
  while (to - 1 > from && sumOf(lengths, from, to) * minShare > room) leaveOut(starts, --to, reasons.after);
  const usual = sumOf(lengths, from, to);
  spread(lengths, from, to, at, usual * maxStretch >= room ? endsAt : at + usual, put);
}

/** Fills the whole set with the list, where there is no line to hold on to; a list that does not fit says nothing. */
function fillAll(
  lengths: readonly number[],
  startsAt: number,
  endsAt: number,
  put: Put,
  starts: Start[],
): void {
  const usual = sumOf(lengths, 0, lengths.length);
  const room = endsAt - startsAt;
  if (usual * minShare > room) {
    for (const index of lengths.keys()) leaveOut(starts, index, reasons.tooMany);
    return;
  }
  put(0, startsAt);
  spread(lengths, 0, lengths.length, startsAt, usual * maxStretch >= room ? endsAt : startsAt + usual, put);
}

function leaveOut(starts: Start[], index: number, reason: string): void {
  const start = starts[index];
  if (start !== undefined) start.reason = reason;
}

function lengthsOf(entries: readonly HistoryEntry[]): number[] {
  const known = entries.flatMap(({ durationMs }) => durationMs ?? []).toSorted((a, b) => a - b);
  const middle = known[Math.floor(known.length / 2)] ?? usualMs;
  return entries.map(({ durationMs }) => Math.max(1_000, durationMs ?? middle));
}

const sumOf = (lengths: readonly number[], from: number, to: number) =>
  lengths.slice(from, to).reduce((sum, length) => sum + length, 0);

/** The heaviest chain of pairs in which entries and lines have the same order. */
function chain(matches: readonly Match[]): Match[] {
  const maxPairs = 4_000;
  const pairs = matches
    .slice(0, maxPairs)
    .toSorted((a, b) => a.entry - b.entry || b.line.startsAt - a.line.startsAt);
  const best: { weight: number; before: number }[] = [];
  let end = -1;
  for (const [index, pair] of pairs.entries()) {
    let [weight, before] = [0, -1];
    for (let other = 0; other < index; other++) {
      const earlier = pairs[other];
      const isBefore =
        earlier !== undefined && earlier.entry < pair.entry && earlier.line.startsAt < pair.line.startsAt;
      const sum = best[other]?.weight ?? 0;
      if (isBefore && sum > weight) [weight, before] = [sum, other];
    }
    best.push({ weight: weight + pair.likeness, before });
    if (end < 0 || weight + pair.likeness > (best[end]?.weight ?? 0)) end = index;
  }
  const found: Match[] = [];
  for (let index = end; index >= 0; index = best[index]?.before ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) found.unshift(pair);
  }
  return found;
}
