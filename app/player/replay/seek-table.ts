/** Positions in a replay's file: those that are known, and the best guess between. */
import type { OggPage } from "./ogg.ts";

type KnownPage = Pick<OggPage, "offset" | "nextOffset" | "start" | "end">;

/** 128 kbit/s and the bytes of pages: assumed until two pages are known. */
const usualBytesPerMs = 16.3;
/** A guess aims this much early: what follows is then read on, instead of asked for again. */
const earlyMs = 1_500;
/** Less than this between two known pages is read from its start: guesses would find the same page again. */
const nearBytes = 100_000;
const evenTries = 2;
/** The end is not guessed closer than this: a page and a half. */
const tailBytes = 30_000;

interface Point {
  position: number;
  offset: number;
}

/** A guess: `isExact` where a page with this position is known to start there. */
export interface Guess {
  offset: number;
  isExact: boolean;
}

export class SeekTable {
  /** Seen pages by position, also where their bytes are no longer in memory. */
  #pages: KnownPage[] = [];
  #end: Point | null = null;

  add({ offset, nextOffset, start, end }: KnownPage): void {
    const index = this.#pages.findIndex((page) => page.offset >= offset);
    const at = index === -1 ? this.#pages.length : index;
    const isKnown = this.#pages[at]?.offset === offset;
    this.#pages.splice(at, isKnown ? 1 : 0, { offset, nextOffset, start, end });
  }

  /** The file has this many bytes now, up to this position. */
  setEnd(end: Point): void {
    this.#end = end;
  }

  /** The byte after the last page that is known. */
  get knownBytes(): number {
    return this.#pages.at(-1)?.nextOffset ?? 0;
  }

  /**
   * Returns where to read in order to find `position`: exactly, or by interpolation between the nearest known pages.
   * `tries`: how many guesses were wrong. Where the first few were, the file is uneven, and every other one halves what
   * is left.
   */
  guess(position: number, tries = 0): Guess {
    const index = this.#pages.findLastIndex((page) => page.start <= position);
    const before = this.#pages[index];
    if (before && position < before.end) return { offset: before.offset, isExact: true };
    const after = this.#pages[index + 1];
    const low = before ? { position: before.end, offset: before.nextOffset } : { position: 0, offset: 0 };
    // Nothing is between these two: what the position asks for is the start of the next one.
    if (after && after.offset <= low.offset) return { offset: after.offset, isExact: true };
    const high = after ? { position: after.start, offset: after.offset } : this.#end;
    if (high && high.offset - low.offset <= nearBytes) return { offset: low.offset, isExact: false };
    if (high && tries > evenTries && tries % 2 === 0) {
      return { offset: Math.floor((low.offset + high.offset) / 2), isExact: false };
    }
    const aim = Math.max(low.position, position - earlyMs);
    const offset = Math.floor(low.offset + (aim - low.position) * this.#rate(low, high));
    const last = high ? high.offset - tailBytes : offset;
    return { offset: Math.max(low.offset, Math.min(offset, last)), isExact: false };
  }

  #rate(low: Point, high: Point | null): number {
    if (high && high.position > low.position) {
      return (high.offset - low.offset) / (high.position - low.position);
    }
    return low.position > 10_000 ? low.offset / low.position : usualBytesPerMs;
  }
}
