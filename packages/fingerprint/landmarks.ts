/**
 * Landmarks: pairs of peaks, by the cell of the first's frequency, of their distance in frequency and in time.
 * Cells are as wide as a peak may move by noise and by half a step of the ladder of speeds.
 */
import type { PeakTable } from "./peaks.ts";
import { endBin } from "./scale.ts";

/** Frames from the first peak to the second. */
const minGap = 3;
export const maxGap = 44;
/** Bins from the first peak to the second, up or down. */
const maxDistance = 72;

const binCell = 1.3;
const relativeCell = 0.004;
const gapCell = 1.5;

/** The cell of a frequency (bins), with fractions: narrow at the bottom, where speed moves peaks less. */
export const toCell = (bin: number): number => Math.log(1 + (relativeCell * bin) / binCell) / relativeCell;

const bottomCells = Math.ceil(toCell(endBin * 1.1)) + 1;
/** No distance spans more cells than one that starts at the lowest bins. */
const distanceCells = Math.ceil(toCell(maxDistance));
const gapCells = Math.ceil(maxGap / gapCell) + 1;
/** Keys are 0 to this, exclusive. */
export const keyCount = bottomCells * (2 * distanceCells + 1) * gapCells;

/** Returns the landmark's key, or -1 where a pair is none. Cells and gaps (frames) come with fractions. */
export function toKey(cell: number, otherCell: number, gap: number): number {
  const distance = Math.round(otherCell - cell) + distanceCells;
  const gapPlace = Math.round(gap / gapCell);
  if (distance < 0 || distance > 2 * distanceCells || gapPlace >= gapCells || cell >= bottomCells) return -1;
  return (Math.floor(cell) * (2 * distanceCells + 1) + distance) * gapCells + gapPlace;
}

/**
 * Calls back with each pair of peaks of a table: places of the first and second peak. `fanOut` limits how many
 * seconds each first peak has (the nearest in time); only peaks whose marks, of those in `mask`, are `wanted` count.
 */
export function forEachPair(
  peaks: PeakTable,
  { fanOut, mask, wanted, stretch = 1 }: { fanOut: number; mask: number; wanted: number; stretch?: number },
  call: (first: number, second: number) => void,
): void {
  const { times, bins, marks, count } = peaks;
  for (let first = 0; first < count; first++) {
    if ((marks[first]! & mask) !== wanted) continue;
    const time = times[first]!;
    const bin = bins[first]!;
    let found = 0;
    // Times are in order but for the fractions of a frame.
    for (let second = first + 1; second < count && found < fanOut; second++) {
      const gap = times[second]! - time;
      if (gap > maxGap * stretch) break;
      if (gap < minGap / stretch || (marks[second]! & mask) !== wanted) continue;
      if (Math.abs(bins[second]! - bin) > maxDistance * stretch) continue;
      found++;
      call(first, second);
    }
  }
}
