/** Makes a frame of levels of each second of decoded sound: ten pairs of peak and RMS, for the picture of a recording. */
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { ServerClock } from "../server-clock.ts";

const pairsPerFrame = 10;

export class LevelTrack {
  readonly #clock: ServerClock;
  readonly #onFrame: (frame: UplinkFrame) => void;
  #seq = 0;
  #isDiscontinuity = true;
  #pairs: number[] = [];
  /** Local time of the first sample of `#pairs`. */
  #startsAt = 0;

  constructor(clock: ServerClock, onFrame: (frame: UplinkFrame) => void) {
    this.#clock = clock;
    this.#onFrame = onFrame;
  }

  /**
   * Each pair, a byte of peak and one of RMS, stands for 100 ms of sound. `at`: when the first was made, by the local
   * clock.
   */
  push(pairs: Uint8Array, at: number): void {
    if (this.#pairs.length === 0) this.#startsAt = at;
    this.#pairs.push(...pairs);
    if (this.#pairs.length < 2 * pairsPerFrame) return;
    const payload = Uint8Array.from(this.#pairs);
    this.#pairs = [];
    this.#onFrame({
      kind: "levels",
      isDiscontinuity: this.#isDiscontinuity,
      seq: this.#seq,
      at: this.#startsAt + this.#clock.now() - this.#clock.local(),
      payload,
    });
    this.#seq = (this.#seq + 1) >>> 0;
    this.#isDiscontinuity = false;
  }

  /** The sound from here on does not continue the sound before. */
  restart(): void {
    this.#isDiscontinuity = true;
    this.#pairs = [];
  }
}
