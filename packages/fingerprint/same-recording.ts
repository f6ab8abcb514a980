import { ladder } from "./ladder.ts";
import { LandmarkIndex } from "./landmark-index.ts";
import { decodePeaks, encodePeaks } from "./peak-format.ts";
import { Peaks, strong } from "./peaks.ts";
import { Query } from "./search.ts";
import { fit, match } from "./verify.ts";

/** Share of the shorter file from which on two files are one recording; versions and remixes share less. */
const sameShare = 0.8;
/** Rips of one record differ by this much in speed, plays of it by as much as a turntable can. */
const ranges = { files: 0.012, plays: 0.08 } as const;
/** Spans in a row that a part may lack: a word over the music. */
const maxHoles = 2;
/** 30 s. */
const minPartFrames = 1_875;
/** Files are compared in spans of 4 s, each of which must have this share of its peaks in the other. */
const spanFrames = 250;
const spanShare = 0.3;
/** The rest is less than what the ear names a reference by: nothing else is heard by the one or the other. */
const sameSoundShare = 0.65;
/** Sound that is looked up, and from how many places of the shorter file. */
const queryFrames = 900;
const queries = 5;

/** Returns the share (0 to 1) of the shorter file that one alignment covers. Throws a RangeError at unreadable peaks. */
export function commonShare(one: Uint8Array, other: Uint8Array): number {
  const isShorter = decodePeaks(one).frames <= decodePeaks(other).frames;
  const [short, long] = isShorter ? [one, other] : [other, one];
  return shareOf(coverOf(short, long, ranges.files));
}

/** Whether two files are the same recording: a duplicate, whatever their tags say. */
export function isSameRecording(one: Uint8Array, other: Uint8Array): boolean {
  return commonShare(one, other) >= sameShare;
}

/**
 * Whether two files have the same sound and nothing else, beside it or below: either may be listened for instead of the
 * other.
 */
export function isSameSound(one: Uint8Array, other: Uint8Array): boolean {
  const covers = [
    coverOf(one, other, ranges.files, sameSoundShare),
    coverOf(other, one, ranges.files, sameSoundShare),
  ];
  return covers.every((cover) => shareOf(cover) >= sameShare && longestHole(cover) <= maxHoles);
}

/** A part of a sound, in frames from its beginning. */
export interface Part {
  from: number;
  to: number;
  /** Peaks of the part that both have, from its first frame on. */
  peaks: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the longest part of `one` that is in `other`, also at another speed: what two broadcasts have of one record.
 * Null where it is not half a minute. Throws a RangeError at unreadable peaks.
 */
export function commonPart(one: Uint8Array, other: Uint8Array): Part | null {
  const cover = coverOf(one, other, ranges.plays);
  let longest = { from: 0, to: 0 };
  let part: typeof longest | null = null;
  for (const { from, isCovered } of cover) {
    if (!isCovered) continue;
    const to = from + spanFrames;
    part = part !== null && from - part.to <= maxHoles * spanFrames ? { from: part.from, to } : { from, to };
    if (part.to - part.from > longest.to - longest.from) longest = part;
  }
  const frames = longest.to - longest.from;
  if (frames < minPartFrames) return null;
  const { peaks: own } = decodePeaks(one);
  const both = new Peaks();
  for (const place of new Set(
    cover.flatMap(({ from, common }) => (from >= longest.from && from < longest.to ? common : [])),
  ))
    both.push(own.times[place]! - longest.from, own.bins[place]!, strong);
  return { ...longest, peaks: encodePeaks({ frames, peaks: both }) };
}

interface Span {
  /** Its first frame in the first sound. */
  from: number;
  isCovered: boolean;
  /** The places of the first sound's peaks that are in the second, too. */
  common: number[];
}

/**
 * Returns the spans of the first sound that the best alignment with the second covers. Spans of silence are left out.
 */
function coverOf(one: Uint8Array, other: Uint8Array, range: number, minShare = spanShare): Span[] {
  const [a, b] = [decodePeaks(one), decodePeaks(other)];
  const index = new LandmarkIndex();
  index.add([{ id: "other", peaks: other }]);
  let best: Span[] = [];
  for (let each = 0; each < queries; each++) {
    const from = Math.max(0, ((each + 0.5) / queries) * a.frames - queryFrames / 2);
    const choice = { mask: strong, wanted: strong, fanOut: 4 };
    const [candidate] = new Query(a.peaks, from, from + queryFrames, choice).search(index, ladder(range));
    if (candidate === undefined) continue;
    const found = fit(a.peaks, b.peaks, candidate, from, from + queryFrames);
    const cover: Span[] = [];
    for (let start = 0; start + spanFrames <= a.frames; start += spanFrames) {
      const alignment = fit(a.peaks, b.peaks, found, start, start + spanFrames);
      const common = new Set<number>();
      const { hits } = match(a.peaks, b.peaks, alignment, start, start + spanFrames, (place) =>
        common.add(place),
      );
      const peaks = countPeaks(a.peaks, start, start + spanFrames);
      // Silence is common to all music.
      if (peaks >= 10) cover.push({ from: start, isCovered: hits >= minShare * peaks, common: [...common] });
    }
    if (shareOf(cover) > shareOf(best)) best = cover;
    if (shareOf(best) >= sameShare) break;
  }
  return best;
}

const shareOf = (cover: readonly { isCovered: boolean }[]) =>
  cover.filter(({ isCovered }) => isCovered).length / Math.max(1, cover.length);

function longestHole(cover: readonly { isCovered: boolean }[]): number {
  let [longest, hole] = [0, 0];
  for (const { isCovered } of cover) {
    hole = isCovered ? 0 : hole + 1;
    longest = Math.max(longest, hole);
  }
  return longest;
}

function countPeaks(
  { times, count }: { times: Float64Array; count: number },
  from: number,
  to: number,
): number {
  let found = 0;
  for (let each = 0; each < count; each++) if (times[each]! >= from && times[each]! < to) found++;
  return found;
}
