import { ladder } from "./ladder.ts";
import { LandmarkIndex, type Reference } from "./landmark-index.ts";
import { decodePeaks } from "./peak-format.ts";
import { strong } from "./peaks.ts";
import { Query } from "./search.ts";
import { fit, match } from "./verify.ts";

/** From this share of the shorter one on, two files are one recording; versions and remixes share less. */
const sameShare = 0.8;
/** Rips of one record differ by this much in speed. */
const range = 0.012;
/** Files are compared in spans of 4 s, each of which must have this share of its peaks in the other. */
const spanFrames = 250;
const spanShare = 0.3;
/** Sound that is looked up, and from how many places of the shorter file. */
const queryFrames = 900;
const queries = 5;

/** Returns the share (0 to 1) of the shorter file that one alignment covers. Throws a RangeError at unreadable peaks. */
export function commonShare(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [decodePeaks(one), decodePeaks(other)];
  const [short, long] = a.frames <= b.frames ? [a, b] : [b, a];
  const index = new LandmarkIndex();
  const reference: Reference = { id: "long", peaks: long === a ? one : other };
  index.add([reference]);
  let highest = 0;
  for (let each = 0; each < queries; each++) {
    const from = Math.max(0, ((each + 0.5) / queries) * short.frames - queryFrames / 2);
    const choice = { mask: strong, wanted: strong, fanOut: 4 };
    const [candidate] = new Query(short.peaks, from, from + queryFrames, choice).search(index, ladder(range));
    if (candidate === undefined) continue;
    const found = fit(short.peaks, long.peaks, candidate, from, from + queryFrames);
    let covered = 0;
    let spans = 0;
    for (let start = 0; start + spanFrames <= short.frames; start += spanFrames) {
      const alignment = fit(short.peaks, long.peaks, found, start, start + spanFrames);
      const { hits } = match(short.peaks, long.peaks, alignment, start, start + spanFrames);
      const peaks = countPeaks(short.peaks, start, start + spanFrames);
      // Silence is common to all music.
      if (peaks < 10) continue;
      spans++;
      if (hits >= spanShare * peaks) covered++;
    }
    highest = Math.max(highest, spans === 0 ? 0 : covered / spans);
    if (highest >= sameShare) break;
  }
  return highest;
}

/** Whether two files are the same recording: a duplicate, whatever their tags say. */
export function isSameRecording(one: Uint8Array, other: Uint8Array): boolean {
  return commonShare(one, other) >= sameShare;
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
