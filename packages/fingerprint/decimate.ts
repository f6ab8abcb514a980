import { lowPass } from "./low-pass.ts";
import { sampleRate } from "./scale.ts";

/** Samples a second that come in. */
export const inputRate = 48_000;
const factor = inputRate / sampleRate;
/** Number of taps: at 3.4 kHz nothing is lost, at 4.6 kHz, which would alias to 3.4 kHz, 60 dB. */
const taps = 144;
const filter = lowPass(taps, 4_000 / inputRate);

/** Turns sound of 48 kHz, which comes in pieces of any length, into 8 kHz; one channel. */
export class Decimator {
  #history = new Float32Array(0);

  /** Returns the samples of 8 kHz that are complete now; they lag 1.5 ms behind. */
  push(samples: Float32Array): Float32Array {
    const sound = new Float32Array(this.#history.length + samples.length);
    sound.set(this.#history);
    sound.set(samples, this.#history.length);
    const count = Math.max(0, Math.floor((sound.length - taps) / factor) + 1);
    const out = new Float32Array(count);
    const half = taps / 2;
    for (let each = 0; each < count; each++) {
      const first = each * factor;
      const last = first + taps - 1;
      let sum = 0;
      // The filter is symmetric: one multiplication serves two samples.
      for (let tap = 0; tap < half; tap++) sum += filter[tap]! * (sound[first + tap]! + sound[last - tap]!);
      out[each] = sum;
    }
    this.#history = sound.slice(count * factor);
    return out;
  }
}
