/** Makes the peaks of one track from its sound, which comes in pieces. */
import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { PeakStream } from "#packages/fingerprint/peak-stream.ts";
import { Peaks, strong } from "#packages/fingerprint/peaks.ts";
import { framesPerSecond, hopSamples } from "#packages/fingerprint/scale.ts";
import type { Chromaprint } from "./chromaprint.ts";
import { crateLimits } from "./rules.ts";
import { toEarRate } from "./to-ear-rate.ts";

/** So much silence lets the peaks of the last frames out. */
const silence = new Float32Array(14 * hopSamples);
/** A peak takes three bytes, few take four. */
const enoughPeaks = crateLimits.peaksBytes / 3;

export interface Fingerprint {
  peaks: Uint8Array<ArrayBuffer>;
  /** Length of the sound that was heard. */
  heardMs: number;
  peakCount: number;
  /** The fingerprint for AcoustID; null where it is not wanted, or failed. */
  acoustid: string | null;
}

export class Fingerprinter {
  readonly #stream = new PeakStream();
  readonly #convert: (sound: Float32Array) => Float32Array;
  readonly #chromaprint: Chromaprint | null;
  #strong = 0;
  #counted = 0;

  /** @param rate samples a second of what is pushed; one channel */
  constructor(rate: number, chromaprint: Chromaprint | null = null) {
    this.#convert = toEarRate(rate);
    this.#chromaprint = chromaprint;
    chromaprint?.start(rate);
  }

  /** True once more sound would not be kept. */
  get isFull(): boolean {
    return this.#strong >= enoughPeaks;
  }

  /** Pieces of a second and more are the cheapest. */
  push(sound: Float32Array): void {
    this.#chromaprint?.push(sound);
    this.#stream.push(this.#convert(sound));
    const { peaks } = this.#stream;
    for (; this.#counted < peaks.count; this.#counted++)
      if ((peaks.marks[this.#counted]! & strong) !== 0) this.#strong++;
  }

  finish(): Fingerprint {
    const frames = this.#stream.heardFrames;
    this.#stream.push(silence);
    const track = fitting(frames, this.#stream.peaks);
    const heardMs = (frames / framesPerSecond) * 1_000;
    const acoustid = this.#chromaprint?.finish() ?? null;
    return { peaks: track.bytes, heardMs, peakCount: track.count, acoustid };
  }
}

/** The beginning that is small enough. */
function fitting(frames: number, found: Peaks): { bytes: Uint8Array<ArrayBuffer>; count: number } {
  const end = Math.floor(frames);
  for (let until = end; ; until = Math.floor(until * 0.98)) {
    const kept = new Peaks();
    for (let each = 0; each < found.count; each++)
      if ((found.marks[each]! & strong) !== 0 && found.times[each]! <= until)
        kept.push(Math.max(0, found.times[each]!), found.bins[each]!, strong);
    const bytes = encodePeaks({ frames: until, peaks: kept });
    if (bytes.length <= crateLimits.peaksBytes) return { bytes, count: kept.count };
  }
}
