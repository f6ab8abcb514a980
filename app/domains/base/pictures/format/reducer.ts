import type { Size } from "../rules.ts";
import type { Pixels } from "./tiff-layout.ts";

/** A pixel of the result is the mean of at most this number squared; more make no visible difference, and cost time. */
const maxSamples = 4;

/**
 * Takes the rows of a large picture one by one and keeps the part around its centre, reduced by an integer factor: each
 * pixel of the result is the mean of some evenly spread pixels of a square.
 */
export class Reducer {
  /** The columns that are read of each row. */
  readonly columns: Uint32Array;
  readonly #top: number;
  readonly #factor: number;
  /** The rows and columns of a square that are used. */
  readonly #picks: readonly number[];
  readonly #pixels: Pixels;
  /** Sums of red, green and blue, each weighted by alpha, and of alpha, for the current row of squares. */
  readonly #sums: Float64Array;
  #rowsTaken = 0;

  /** The result keeps at least the size `atLeast` in the area of `crop`. */
  constructor(source: Size, { crop, atLeast }: { crop: Size; atLeast: Size }) {
    const factor = Math.max(
      1,
      Math.floor(Math.min(crop.width / atLeast.width, crop.height / atLeast.height)),
    );
    const width = Math.max(1, Math.floor(crop.width / factor));
    const height = Math.max(1, Math.floor(crop.height / factor));
    const count = Math.min(factor, maxSamples);
    const picks = Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * factor) / count));
    const left = Math.floor((source.width - width * factor) / 2);
    this.columns = Uint32Array.from(
      { length: width * count },
      (_, at) => left + Math.floor(at / count) * factor + (picks[at % count] ?? 0),
    );
    this.#factor = factor;
    this.#picks = picks;
    this.#top = Math.floor((source.height - height * factor) / 2);
    this.#pixels = { width, height, rgba: new Uint8ClampedArray(width * height * 4) };
    this.#sums = new Float64Array(width * 4);
  }

  wants(row: number): boolean {
    const inside = row - this.#top;
    return (
      inside >= 0 &&
      inside < this.#pixels.height * this.#factor &&
      this.#picks.includes(inside % this.#factor)
    );
  }

  /** Adds the next wanted row: its wanted columns, as RGBA. */
  add(row: Uint8ClampedArray): void {
    const { width, rgba } = this.#pixels;
    const count = this.#picks.length;
    const outRow = Math.floor(this.#rowsTaken / count) * width * 4;
    this.#rowsTaken += 1;
    if (count === 1) {
      rgba.set(row, outRow);
      return;
    }
    const sums = this.#sums;
    for (let from = 0; from < row.length; from += 4) {
      const to = Math.floor(from / 4 / count) * 4;
      const alpha = row[from + 3] ?? 0;
      sums[to] = (sums[to] ?? 0) + (row[from] ?? 0) * alpha;
      sums[to + 1] = (sums[to + 1] ?? 0) + (row[from + 1] ?? 0) * alpha;
      sums[to + 2] = (sums[to + 2] ?? 0) + (row[from + 2] ?? 0) * alpha;
      sums[to + 3] = (sums[to + 3] ?? 0) + alpha;
    }
    if (this.#rowsTaken % count === 0) this.#settle(outRow);
  }

  pixels(): Pixels {
    return this.#pixels;
  }

  #settle(outRow: number): void {
    const sums = this.#sums;
    const { rgba } = this.#pixels;
    for (let at = 0; at < sums.length; at += 4) {
      const alpha = sums[at + 3] ?? 0;
      for (let channel = 0; channel < 3 && alpha > 0; channel += 1)
        rgba[outRow + at + channel] = (sums[at + channel] ?? 0) / alpha;
      rgba[outRow + at + 3] = alpha / this.#picks.length ** 2;
    }
    sums.fill(0);
  }
}
