import { ladder } from "./ladder.ts";
import { LandmarkIndex } from "./landmark-index.ts";
import { decodePeaks } from "./peak-format.ts";
import { strong } from "./peaks.ts";
import { Query } from "./search.ts";
import { fit, match } from "./verify.ts";

/** From this share of the shorter one on, two files are one recording; versions and remixes share less. */
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

/** A part of a sound, in frames from its beginning. */
export interface Part {
  from: number;
  to: number;
}

/**
 * Returns the longest part of `one` that is in `other`, also at another speed: what two broadcasts have of one record.
 * Null where it is not half a minute. Throws a RangeError at unreadable peaks.
 */
export function commonPart(one: Uint8Array, other: Uint8Array): Part | null {
  let longest: Part = { from: 0, to: 0 };
  let part: Part | null = null;
  for (const { from, isCovered } of coverOf(one, other, ranges.plays)) {
    if (!isCovered) continue;
    const to = from + spanFrames;
    part = part !== null && from - part.to <= maxHoles * spanFrames ? { from: part.from, to } : { from, to };
    if (part.to - part.from > longest.to - longest.from) longest = part;
  }
  return longest.to - longest.from < minPartFrames ? null : longest;
}

/** Which spans of the first sound the best alignment with the second covers. Spans of silence are left out. */
function coverOf(one: Uint8Array, other: Uint8Array, range: number) {
  const [a, b] = [decodePeaks(one), decodePeaks(other)];
  const index = new LandmarkIndex();
  index.add([{ id: "other", peaks: other }]);
  let best: { from: number; isCovered: boolean }[] = [];
  for (let each = 0; each < queries; each++) {
    const from = Math.max(0, ((each + 0.5) / queries) * a.frames - queryFrames / 2);
    const choice = { mask: strong, wanted: strong, fanOut: 4 };
    const [candidate] = new Query(a.peaks, from, from + queryFrames, choice).search(index, ladder(range));
    if (candidate === undefined) continue;
    const found = fit(a.peaks, b.peaks, candidate, from, from + queryFrames);
    const cover: typeof best = [];
    for (let start = 0; start + spanFrames <= a.frames; start += spanFrames) {
      const alignment = fit(a.peaks, b.peaks, found, start, start + spanFrames);
      const { hits } = match(a.peaks, b.peaks, alignment, start, start + spanFrames);
      const peaks = countPeaks(a.peaks, start, start + spanFrames);
      // Silence is common to all music.
      if (peaks >= 10) cover.push({ from: start, isCovered: hits >= spanShare * peaks });
    }
    if (shareOf(cover) > shareOf(best)) best = cover;
    if (shareOf(best) >= sameShare) break;
  }
  return best;
}

const shareOf = (cover: readonly { isCovered: boolean }[]) =>
  cover.filter(({ isCovered }) => isCovered).length / Math.max(1, cover.length);

function countPeaks(
  { times, count }: { times: Float64Array; count: number },
  from: number,
  to: number,
): number {
  let found = 0;
  for (let each = 0; each < count; each++) if (times[each]! >= from && times[each]! < to) found++;
  return found;
}
