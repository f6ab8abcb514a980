import { levelMs } from "#app/domains/air/media/contract/frames.ts";
import { pcm } from "../encoder.ts";

const pairBytes = (pcm.bytesPerSecond * levelMs) / 1_000;
const fullScale = 32_768;

/** Converts each 100 ms of samples (16 bit, stereo) to a byte of peak and one of RMS, both as a share of full scale. */
export class LevelBytes {
  readonly #pairs: number[] = [];
  readonly #samples = new Uint8Array(pairBytes);
  #filled = 0;

  push(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.byteLength; ) {
      const some = bytes.subarray(offset, offset + pairBytes - this.#filled);
      this.#samples.set(some, this.#filled);
      this.#filled += some.byteLength;
      offset += some.byteLength;
      if (this.#filled === pairBytes) this.#close();
    }
  }

  /** Returns the bytes, without what is not 100 ms yet. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#pairs);
  }

  #close(): void {
    this.#filled = 0;
    const samples = new Int16Array(this.#samples.buffer);
    let peak = 0;
    let sum = 0;
    // By index, which is several times as fast as an iterator.
    for (let i = 0; i < samples.length; i++) {
      const sample = samples[i] ?? 0;
      const level = sample < 0 ? -sample : sample;
      if (level > peak) peak = level;
      sum += sample * sample;
    }
    this.#pairs.push(toByte(peak), toByte(Math.sqrt(sum / samples.length)));
  }
}

const toByte = (level: number) => Math.min(255, Math.round((level / fullScale) * 255));
