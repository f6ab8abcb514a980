/**
 * Triplets of strong peaks, by ratios that neither a change of speed nor one of pitch moves: how the second lies in time
 * between the first and the third, and the steps in frequency. Fewer and rarer than pairs of peaks: what an index needs
 * that is asked over a network.
 */
import { type PeakTable, strong } from "#packages/fingerprint/peaks.ts";

/** Frames from the first to the others: shorter ratios of time would be imprecise. */
const zone = { from: 20, to: 120 } as const;
/**
 * Number of peaks in the zone that triplets are made of, the first ones; who asks makes more, because peaks come and
 * go.
 */
export const fanOuts = { stored: 2, asked: 4 } as const;

/** Cells of the three ratios, and of the first peak's frequency. */
const timeCells = 32;
const cellsPerOctave = 16;
const octaves = 3;
const stepCells = 2 * octaves * cellsPerOctave;
const anchorCellsPerOctave = 2;
const anchorCells = 12;
/** A ratio so near to the edge of its cell is looked up in the next one, too. */
const edge = 0.2;

/** Larger than every hash. */
export const hashCount = timeCells * stepCells * stepCells * anchorCells;

export interface Triplet {
  hash: number;
  /** Frames: of the first peak, and from it to the third. */
  time: number;
  span: number;
}

/** The triplets by which a reference is found. */
export function storedTriplets(peaks: PeakTable): Triplet[] {
  const found: Triplet[] = [];
  forEachTriplet(peaks, fanOuts.stored, (a, b, c) => {
    const hash = hashOf(cellsOf(peaks, a, b, c).map(Math.floor));
    if (hash !== null) found.push({ hash, time: timeOf(peaks, a), span: spanOf(peaks, a, c) });
  });
  return found;
}

/** Those of a sound that is looked for, with the next cell where a ratio is at the edge of its own. */
export function askedTriplets(peaks: PeakTable): Triplet[] {
  const found: Triplet[] = [];
  forEachTriplet(peaks, fanOuts.asked, (a, b, c) => {
    const cells = cellsOf(peaks, a, b, c);
    const own = cells.map(Math.floor);
    const rest = { time: timeOf(peaks, a), span: spanOf(peaks, a, c) };
    const hash = hashOf(own);
    if (hash !== null) found.push({ hash, ...rest });
    for (const [place, cell] of cells.entries()) {
      const part = cell - Math.floor(cell);
      const step = part < edge ? -1 : part > 1 - edge ? 1 : 0;
      if (step === 0) continue;
      const near = hashOf(own.with(place, (own[place] ?? 0) + step));
      if (near !== null) found.push({ hash: near, ...rest });
    }
  });
  return found;
}

function forEachTriplet(
  { times, marks, count }: PeakTable,
  fanOut: number,
  each: (a: number, b: number, c: number) => void,
): void {
  const zoned: number[] = [];
  for (let a = 0; a < count; a++) {
    if ((marks[a]! & strong) === 0) continue;
    zoned.length = 0;
    for (let b = a + 1; b < count && zoned.length < fanOut; b++) {
      const after = times[b]! - times[a]!;
      if (after > zone.to) break;
      if (after >= zone.from && (marks[b]! & strong) !== 0) zoned.push(b);
    }
    for (let first = 0; first < zoned.length; first++)
      for (let second = first + 1; second < zoned.length; second++) each(a, zoned[first]!, zoned[second]!);
  }
}

function cellsOf({ times, bins }: PeakTable, a: number, b: number, c: number): number[] {
  const ratio = (times[b]! - times[a]!) / Math.max(1e-6, times[c]! - times[a]!);
  const step = (other: number) => (Math.log2(bins[other]! / bins[a]!) + octaves) * cellsPerOctave;
  return [ratio * timeCells, step(b), step(c), Math.log2(bins[a]!) * anchorCellsPerOctave - 6];
}

/** Null where a step is wider than what is counted. */
function hashOf([time = 0, first = 0, second = 0, anchor = 0]: readonly number[]): number | null {
  const isIn = (cell: number, cells: number) => cell >= 0 && cell < cells;
  if (!isIn(first, stepCells) || !isIn(second, stepCells) || !isIn(anchor, anchorCells)) return null;
  if (!isIn(time, timeCells)) return null;
  return ((time * stepCells + first) * stepCells + second) * anchorCells + anchor;
}

const timeOf = ({ times }: PeakTable, a: number) => Math.round(times[a]!);
const spanOf = ({ times }: PeakTable, a: number, c: number) => times[c]! - times[a]!;
