import type { ReplaySource } from "../contract.ts";
import type { OggPage } from "./ogg.ts";
import { type RangeAnswer, requestRange } from "./range-request.ts";
import { SeekTable } from "./seek-table.ts";

/** The first request of a position is for about 10 s, so that its answer is short; later ones are for 2 min. */
const firstBytes = 160_000;
const laterBytes = 2_000_000;
const lowDataBytes = 480_000;
/** More is requested when less than this is in memory ahead of the listener. */
const aheadMs = 60_000;
const lowDataAheadMs = 20_000;
/** Kept in memory behind and ahead of the listener: going back a little needs no network. */
const keepBehindMs = 90_000;
const keepAheadMs = 300_000;
/** Distance of the next guess within which the response is read on instead. */
const readOnBytes = 100_000;
/** The file grows in pieces of about 5 s. */
const growsMs = 2_000;
const retryMs = [300, 600, 1_200, 3_000] as const;

/** The result of a response. */
interface Outcome {
  /** The position is in memory; what follows is read from `nextOffset` on, after `endMs` (where that is known). */
  isFound: boolean;
  nextOffset: number;
  endMs: number | null;
  /** Something was learned from it; otherwise the next request waits, `waitMs` where the file grows. */
  isFruitful: boolean;
  waitMs: number | null;
}

type FileSource = Pick<ReplaySource, "opus" | "opusBytes" | "duration" | "isGrowing">;

interface FileOptions {
  isLowData: boolean;
  /** Something was added to memory, or the end was reached. */
  onPages: () => void;
  /** It may not be heard any more. */
  onGone: () => void;
}

/**
 * The file of a replay in memory, as far as the listener needs it: from `goTo` on, requested by ranges of bytes ahead
 * of them. A file that grows is requested again where it ended.
 */
export class ReplayFile {
  readonly #source: FileSource;
  readonly #options: FileOptions;
  readonly #pages = new Map<number, OggPage>();
  readonly #table = new SeekTable();
  /** The last known size of the whole file, bytes. */
  #total: number;
  #serial: number | null = null;
  /** The byte after the last page of a complete file. */
  #endOffset: number | null = null;
  #endMs = 0;
  #heardMs = 0;
  #reading: AbortController | null = null;
  #wake = () => {};

  constructor(source: FileSource, options: FileOptions) {
    this.#source = source;
    this.#options = options;
    this.#total = source.opusBytes;
    this.#learnTotal(source.opusBytes);
  }

  /** The end of the sound that is known, ms. */
  get endMs(): number {
    return this.#endMs;
  }

  /** The recording is complete, and ends before this position. */
  isPast(position: number): boolean {
    return this.isComplete && position >= this.#endMs;
  }

  /** All of it was recorded, and its end is known. */
  get isComplete(): boolean {
    return this.#endOffset !== null;
  }

  /** Reads from this position on, and no longer from any other. */
  goTo(position: number): void {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#heardMs = position;
    void this.#read(position, reading.signal);
  }

  /** The listener has got this far. */
  heard(position: number): void {
    this.#heardMs = position;
    this.#wake();
  }

  /** The page with this position, where it is in memory. */
  pageAt(position: number): OggPage | undefined {
    const { offset, isExact } = this.#table.guess(position);
    return isExact ? this.#pages.get(offset) : undefined;
  }

  /** Returns what follows a page: `end` after the last, undefined while it is not in memory. */
  pageAfter({ nextOffset }: OggPage): OggPage | "end" | undefined {
    return nextOffset === this.#endOffset ? "end" : this.#pages.get(nextOffset);
  }

  close(): void {
    this.#reading?.abort();
    this.#wake();
  }

  async #read(position: number, signal: AbortSignal): Promise<void> {
    let wanted: number | null = position;
    let offset = 0;
    let endMs = position;
    let bytes = firstBytes;
    let fruitless = 0;
    for (let tries = 0; !signal.aborted; tries++) {
      if (wanted !== null) {
        const guess = this.#table.guess(wanted, tries);
        if (guess.isExact) wanted = null;
        offset = guess.offset;
      }
      if (wanted === null) {
        const next = this.#skipKnown(offset);
        if (next === null) return;
        offset = next.offset;
        endMs = next.endMs ?? endMs;
        await this.#needsMore(endMs, signal);
        if (signal.aborted) return;
      }
      const isMaybeBeyond = this.#source.isGrowing && offset >= this.#total;
      const range = {
        path: this.#source.opus,
        from: offset,
        length: bytes,
        serial: this.#serial,
        isMaybeBeyond,
      };
      const answer = await requestRange(range, signal);
      if (signal.aborted) return;
      const outcome = await this.#take(answer, wanted, offset, signal);
      if (outcome === null || signal.aborted) return;
      if (outcome.isFound) {
        wanted = null;
        offset = outcome.nextOffset;
        endMs = outcome.endMs ?? endMs;
        bytes = this.#options.isLowData ? lowDataBytes : laterBytes;
      }
      fruitless = outcome.isFruitful ? 0 : fruitless + 1;
      if (fruitless > 0) await this.#waitFor(outcome.waitMs ?? retryMs[Math.min(fruitless, 4) - 1] ?? 3_000);
    }
  }

  /** Returns the result of a response; null where nothing more is to be requested. */
  async #take(
    answer: RangeAnswer,
    wanted: number | null,
    offset: number,
    signal: AbortSignal,
  ): Promise<Outcome | null> {
    if (answer.kind === "gone") {
      this.#options.onGone();
      return null;
    }
    const before: Outcome = {
      isFound: wanted === null,
      nextOffset: offset,
      endMs: null,
      isFruitful: false,
      waitMs: null,
    };
    if (answer.kind === "failed") return before;
    this.#learnTotal(answer.total);
    if (answer.kind === "beyond") {
      // A guess was too far, and the next one knows how long the file is.
      const isCloser = wanted !== null && this.#table.guess(wanted).offset < offset;
      return isCloser ? { ...before, isFruitful: true } : this.#onEndOfBytes(before);
    }
    let { isFound, nextOffset, endMs } = before;
    let count = 0;
    for await (const page of answer.pages) {
      if (signal.aborted) return null;
      count += 1;
      this.#serial ??= page.serial;
      this.#table.add(page);
      if (!isFound && wanted !== null) {
        const isOver = wanted < page.start;
        const isShort = wanted >= page.end && !page.isLast;
        const isFar = isShort && this.#table.guess(wanted).offset > page.nextOffset + readOnBytes;
        if (isOver || isFar) return { ...before, isFruitful: true };
        if (isShort) continue;
        isFound = true;
      }
      this.#keep(page);
      nextOffset = page.nextOffset;
      endMs = page.end;
      if (page.isLast) return null;
    }
    if (count === 0) return this.#onEndOfBytes(before);
    return { isFound, nextOffset, endMs, isFruitful: true, waitMs: null };
  }

  #onEndOfBytes(before: Outcome): Outcome | null {
    if (this.#source.isGrowing) return { ...before, waitMs: growsMs };
    this.#endOffset = this.#table.knownBytes;
    this.#options.onPages();
    return null;
  }

  #keep(page: OggPage): void {
    if (!page.isPartial) this.#pages.set(page.offset, page);
    this.#endMs = Math.max(this.#endMs, page.end);
    if (page.isLast) this.#endOffset = page.nextOffset;
    for (const [offset, { start, end }] of this.#pages) {
      const isFar = end < this.#heardMs - keepBehindMs || start > this.#heardMs + keepAheadMs;
      if (isFar) this.#pages.delete(offset);
    }
    this.#options.onPages();
  }

  /** The first byte after `offset` that is not in memory; null where all of it is, up to the end. */
  #skipKnown(offset: number): { offset: number; endMs: number | null } | null {
    let endMs: number | null = null;
    for (let at = offset; ; ) {
      if (at === this.#endOffset) return null;
      const page = this.#pages.get(at);
      if (page === undefined) return { offset: at, endMs };
      endMs = page.end;
      at = page.nextOffset;
    }
  }

  /** Resolves when less is in memory than the listener may need soon. */
  async #needsMore(endMs: number, signal: AbortSignal): Promise<void> {
    const enoughMs = this.#options.isLowData ? lowDataAheadMs : aheadMs;
    while (!signal.aborted && endMs - this.#heardMs > enoughMs) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  async #waitFor(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  #learnTotal(total: number | null): void {
    if (total === null) return;
    this.#total = total;
    const { duration, opusBytes } = this.#source;
    // Of a file that has grown since its duration was read, in proportion.
    this.#table.setEnd({ offset: total, position: (duration * total) / opusBytes });
  }
}
