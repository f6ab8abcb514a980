import { levelMs } from "#app/domains/media/contract/frames.ts";
import { pcm } from "../encoder.ts";

const samplesPerPair = (pcm.sampleRate * 2 * levelMs) / 1_000;

/** For each 100 ms of samples (16 bit, stereo) a byte of peak and one of RMS, both as a share of full scale. */
export class LevelBytes {
  readonly #pairs: number[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #peak = 0;
  #sum = 0;
  #count = 0;

  push(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const count = all.length >> 1;
    this.#rest = Buffer.from(all.subarray(count * 2));
    for (let i = 0; i < count; i++) {
      const sample = all.readInt16LE(2 * i);
      this.#peak = Math.max(this.#peak, Math.abs(sample));
      this.#sum += sample * sample;
      this.#count += 1;
      if (this.#count === samplesPerPair) this.#close();
    }
  }

  /** Without what is not 100 ms yet. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#pairs);
  }

  #close(): void {
    const toByte = (level: number) => Math.min(255, Math.round((level / 32_768) * 255));
    this.#pairs.push(toByte(this.#peak), toByte(Math.sqrt(this.#sum / this.#count)));
    this.#peak = this.#sum = this.#count = 0;
  }
}
