import { PowerSpectrum } from "./fft.ts";
import { PeakPicker, strongReach } from "./peak-picker.ts";
import { Peaks } from "./peaks.ts";
import { hopSamples, windowSamples } from "./scale.ts";

/** Finds the peaks of sound of 8 kHz that comes in pieces of any length. A time is that of a window's first sample. */
export class PeakStream {
  readonly peaks = new Peaks();
  readonly #spectrum = new PowerSpectrum(windowSamples);
  readonly #picker: PeakPicker;
  #sound = new Float32Array(0);

  /** Samples before the sound that waits for the rest of its window. */
  #taken = 0;

  constructor() {
    this.#picker = new PeakPicker(this.peaks);
  }

  push(samples: Float32Array): void {
    const sound = new Float32Array(this.#sound.length + samples.length);
    sound.set(this.#sound);
    sound.set(samples, this.#sound.length);
    let first = 0;
    for (; first + windowSamples <= sound.length; first += hopSamples)
      this.#picker.push((power) => this.#spectrum.measure(sound, first, power));
    this.#sound = sound.slice(first);
    this.#taken += first;
  }

  /** Frames whose sound has come, as a number with fractions. */
  get heardFrames(): number {
    return (this.#taken + this.#sound.length) / hopSamples;
  }

  /** The frame up to which all peaks are known. */
  get knownFrames(): number {
    return Math.max(0, this.#taken / hopSamples - strongReach - 2);
  }
}

/** Returns the peaks of a whole sound of 8 kHz. */
export function extractPeaks(sound: Float32Array): Peaks {
  const stream = new PeakStream();
  // Of the first and last 12 frames no peak could be told otherwise.
  const silence = new Float32Array(14 * hopSamples);
  stream.push(sound);
  stream.push(silence);
  return stream.peaks;
}
