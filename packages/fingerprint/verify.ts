import { pitchOf, type Rung } from "./ladder.ts";
import { lowerBound, type PeakTable } from "./peaks.ts";
import { endBin, lowestBin } from "./scale.ts";

/** The mapping of live time to a reference's: reference time = live time × speed + shift (frames). */
export interface Alignment extends Rung {
  shift: number;
}

/** The part of a reference that is in live sound. */
export interface Match {
  /** Peaks of the reference that should be there. */
  expected: number;
  /** Those that are. */
  hits: number;
}

/** Maximum distance of a live peak from the reference's: frames, and bins. */
const boxFrames = 1.25;
const boxBins = 1.25;
/** Frames by which an alignment is moved to see what chance gives; no multiple of a beat. */
const wrongShifts = [-311, -223, -167, -131, -89, -53, 59, 97, 139, 181, 241, 331];

/**
 * Counts a reference's peaks that are present in live sound between two live times (frames).
 * `call` gets the places of each pair, live and reference.
 */
export function match(
  live: PeakTable,
  reference: PeakTable,
  alignment: Alignment,
  from: number,
  to: number,
  call?: (live: number, reference: number) => void,
  box = boxFrames,
): Match {
  const { speed, shift } = alignment;
  const pitch = pitchOf(alignment);
  const result = { expected: 0, hits: 0 };
  let start = lowerBound(live, from - box - 1);
  const end = to * speed + shift;
  for (let each = lowerBound(reference, from * speed + shift); each < reference.count; each++) {
    if (reference.times[each]! >= end) break;
    const bin = reference.bins[each]! * pitch;
    if (bin < lowestBin || bin >= endBin - 1) continue;
    result.expected++;
    const time = (reference.times[each]! - shift) / speed;
    while (start < live.count && live.times[start]! < time - box - 1) start++;
    for (let other = start; other < live.count && live.times[other]! <= time + box + 1; other++) {
      if (Math.abs(live.times[other]! - time) > box || Math.abs(live.bins[other]! - bin) > boxBins) continue;
      result.hits++;
      call?.(other, each);
      break;
    }
  }
  return result;
}

/** Returns the share (0 to 1) that alignments elsewhere on the same reference reach: their median. */
export function chanceOf(
  live: PeakTable,
  reference: PeakTable,
  alignment: Alignment,
  from: number,
  to: number,
): number {
  const shares: number[] = [];
  for (const wrong of wrongShifts) {
    const { expected, hits } = match(
      live,
      reference,
      { ...alignment, shift: alignment.shift + wrong },
      from,
      to,
    );
    if (expected >= 8) shares.push(hits / expected);
  }
  return shares.length === 0 ? 0 : shares.toSorted((a, b) => a - b)[shares.length >> 1]!;
}

/** Returns the alignment that the matching peaks between two live times agree on best. */
export function fit(
  live: PeakTable,
  reference: PeakTable,
  start: Alignment,
  from: number,
  to: number,
): Alignment {
  let alignment = start;
  for (const box of [4, 2.5, 1.5, 1.25]) alignment = regress(live, reference, alignment, from, to, box);
  return alignment;
}

/** Corrects an alignment that was right a moment ago. */
export function refit(
  live: PeakTable,
  reference: PeakTable,
  start: Alignment,
  from: number,
  to: number,
): Alignment {
  return regress(live, reference, regress(live, reference, start, from, to, 2.5), from, to, 1.25);
}

/** Least squares through the pairs of times; the speed stays within what a rung may be off. */
function regress(
  live: PeakTable,
  reference: PeakTable,
  alignment: Alignment,
  from: number,
  to: number,
  box: number,
): Alignment {
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0];
  const middle = (from + to) / 2;
  const add = (place: number, other: number) => {
    const x = live.times[place]! - middle;
    // What is left over by the alignment so far.
    const y = reference.times[other]! - (live.times[place]! * alignment.speed + alignment.shift);
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  };
  match(live, reference, alignment, from, to, add, box);
  const spread = n * sxx - sx * sx;
  if (n < 8 || spread < 1) return alignment;
  const slope = Math.max(-0.004, Math.min(0.004, (n * sxy - sx * sy) / spread));
  const level = (sy - slope * sx) / n;
  return { ...alignment, speed: alignment.speed + slope, shift: alignment.shift + level - slope * middle };
}
