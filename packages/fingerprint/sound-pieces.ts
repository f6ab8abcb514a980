import { encodePeaks } from "./peak-format.ts";
import { lowerBound, Peaks, type PeakTable, strong } from "./peaks.ts";
import { framesPerSecond } from "./scale.ts";
import type { Timeline } from "./timeline.ts";

/** A minute. */
const pieceFrames = 60 * framesPerSecond;
/** A shorter rest is of no use. */
const minFrames = 5 * framesPerSecond;

/** The strong peaks of a minute of live sound. */
export interface SoundPiece {
  /** Time when its first frame was heard, epoch milliseconds. */
  from: number;
  /** Peaks as `encodePeaks` gives them. */
  peaks: Uint8Array<ArrayBuffer>;
}

/** Cuts the peaks of a stream into pieces that follow each other. A piece of which some was lost is left out. */
export class SoundPieces {
  #from = 0;

  /** Returns the next piece once its peaks are known, up to frame `known`; at the end (`isLast`) also a shorter one. */
  next(live: PeakTable, timeline: Timeline, known: number, isLast: boolean): SoundPiece | undefined {
    const from = this.#from;
    const frames = Math.min(pieceFrames, known - from);
    if (frames < (isLast ? minFrames : pieceFrames)) return undefined;
    this.#from = from + frames;
    if (!timeline.isWhole(from, from + frames)) return undefined;
    return { from: timeline.toTime(from), peaks: encodePeaks({ frames, peaks: cut(live, from, frames) }) };
  }
}

/** Returns the strong peaks of some frames, at times from the first of them on. */
export function cut(table: PeakTable, from: number, frames: number): Peaks {
  const found = new Peaks();
  for (let each = lowerBound(table, from); each < table.count && table.times[each]! < from + frames; each++)
    if ((table.marks[each]! & strong) !== 0) found.push(table.times[each]! - from, table.bins[each]!, strong);
  return found;
}
