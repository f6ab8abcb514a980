/**
 * AcoustID's fingerprint of a file: what `fpcalc` prints. Chromaprint itself (LGPL-2.1) is a file of its own,
 * `chromaprint.wasm`, loaded only where AcoustID is on.
 */

/** Seconds that are heard, as by `fpcalc`: of longer files the beginning. */
const heardSeconds = 120;
/** The number of `CHROMAPRINT_ALGORITHM_DEFAULT`; AcoustID knows no other. */
const algorithm = 1;
/** Samples that are handed over at a time. */
const pieceSamples = 1 << 16;

type Options = Parameters<typeof import("@unimusic/chromaprint/dist/chromaprint.js").default>[0];

/** Throws where this browser cannot run it, or it cannot be loaded. */
export async function openChromaprint(options: Options = {}): Promise<Chromaprint> {
  const { default: create } = await import("@unimusic/chromaprint/dist/chromaprint.js");
  return new Chromaprint(await create(options));
}

type Wasm = Awaited<ReturnType<typeof import("@unimusic/chromaprint/dist/chromaprint.js").default>>;

/** One file after the other. Where it fails, the file has no such fingerprint. */
export class Chromaprint {
  readonly #wasm: Wasm;
  readonly #context: number;
  readonly #piece: number;
  /** Samples of this file that it still takes. */
  #left = 0;
  #isBroken = false;

  constructor(wasm: Wasm) {
    this.#wasm = wasm;
    this.#context = wasm._chromaprint_new(algorithm);
    this.#piece = wasm._malloc(pieceSamples * 2);
    if (this.#context === 0 || this.#piece === 0) throw new Error("Chromaprint has no memory");
  }

  /** The next file begins. `rate`: samples a second of what is pushed; one channel. */
  start(rate: number): void {
    this.#left = Math.floor(heardSeconds * rate);
    this.#try(() => this.#wasm._chromaprint_start(this.#context, rate, 1), true);
  }

  push(sound: Float32Array): void {
    const length = Math.min(sound.length, this.#left);
    this.#left -= length;
    for (let at = 0; at < length && !this.#isBroken; at += pieceSamples) {
      const samples = toInt16(sound.subarray(at, Math.min(at + pieceSamples, length)));
      this.#try(() => {
        this.#wasm.HEAP16.set(samples, this.#piece / 2);
        return this.#wasm._chromaprint_feed(this.#context, this.#piece, samples.length);
      });
    }
  }

  /** Returns the fingerprint in the compressed form that AcoustID takes; null where there is none. */
  finish(): string | null {
    this.#try(() => this.#wasm._chromaprint_finish(this.#context));
    if (this.#isBroken) return null;
    let print: string | null = null;
    this.#try(() => {
      const place = this.#wasm._malloc(4);
      const found = this.#wasm._chromaprint_get_fingerprint(this.#context, place);
      if (found === 1) {
        const text = this.#wasm.HEAP32[place / 4];
        print = this.#wasm.UTF8ToString(text);
        this.#wasm._free(text);
      }
      this.#wasm._free(place);
      return found;
    });
    return print;
  }

  /** Its functions return 1 where they succeed, and may abort. */
  #try(call: () => number, isStart = false): void {
    if (this.#isBroken && !isStart) return;
    try {
      this.#isBroken = call() !== 1;
    } catch {
      this.#isBroken = true;
    }
  }
}

const toInt16 = (sound: Float32Array) =>
  Int16Array.from(sound, (value) => Math.max(-1, Math.min(1, value)) * 32_767);
