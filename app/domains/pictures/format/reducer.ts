import type { Size } from "../rules.ts";
import type { Pixels } from "./tiff.ts";

/**
 * Takes the rows of a large picture one by one and keeps the part around its middle, made smaller by a whole factor:
 * each pixel that is kept is the mean of a square of them.
 */
export class Reducer {
  readonly #left: number;
  readonly #top: number;
  readonly #factor: number;
  readonly #pixels: Pixels;
  /** Sums of red, green and blue, each weighted by alpha, and of alpha, of the row of squares that is being read. */
  readonly #sums: Float64Array;
  #rowsTaken = 0;

  /** The picture keeps at least the size `atLeast` where `crop` has it. */
  constructor(source: Size, { crop, atLeast }: { crop: Size; atLeast: Size }) {
    const fits = Math.min(crop.width / atLeast.width, crop.height / atLeast.height);
    this.#factor = Math.max(1, Math.floor(fits));
    const width = Math.max(1, Math.floor(crop.width / this.#factor));
    const height = Math.max(1, Math.floor(crop.height / this.#factor));
    this.#left = Math.floor((source.width - width * this.#factor) / 2);
    this.#top = Math.floor((source.height - height * this.#factor) / 2);
    this.#pixels = { width, height, rgba: new Uint8ClampedArray(width * height * 4) };
    this.#sums = new Float64Array(width * 4);
  }

  /** Whether any of these rows is kept. */
  wantsAny(firstRow: number, rows: number): boolean {
    return firstRow < this.#top + this.#pixels.height * this.#factor && firstRow + rows > this.#top;
  }

  /** The next of the wanted rows, whole, as RGBA. */
  add(row: Uint8ClampedArray): void {
    const { width, rgba } = this.#pixels;
    const factor = this.#factor;
    const sums = this.#sums;
    const outRow = Math.floor(this.#rowsTaken / factor) * width * 4;
    let from = this.#left * 4;
    if (factor === 1) {
      rgba.set(row.subarray(from, from + width * 4), outRow);
    } else {
      for (let to = 0; to < width * 4; to += 4) {
        for (let column = 0; column < factor; column += 1, from += 4) {
          const alpha = row[from + 3] ?? 0;
          sums[to] = (sums[to] ?? 0) + (row[from] ?? 0) * alpha;
          sums[to + 1] = (sums[to + 1] ?? 0) + (row[from + 1] ?? 0) * alpha;
          sums[to + 2] = (sums[to + 2] ?? 0) + (row[from + 2] ?? 0) * alpha;
          sums[to + 3] = (sums[to + 3] ?? 0) + alpha;
        }
      }
      if (this.#rowsTaken % factor === factor - 1) this.#settle(outRow);
    }
    this.#rowsTaken += 1;
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
      rgba[outRow + at + 3] = alpha / this.#factor ** 2;
    }
    sums.fill(0);
  }
}
