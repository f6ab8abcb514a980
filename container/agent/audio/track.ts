/** Numbers and paces the frames of one kind. */
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { Mp3Frame } from "#packages/audio-formats/mp3-frames.ts";
import type { ServerClock } from "../server-clock.ts";
import { Pacer } from "./pacer.ts";

/** MP3 goes to progressive players, which buffer a second: a quarter of a second per message costs a tenth of them. */
const mp3FramesPerMessage = 12;

export class Track {
  readonly #kind: UplinkFrame["kind"];
  readonly #pacer: Pacer<UplinkFrame>;
  #seq = 0;
  #isDiscontinuity = true;
  #held: Mp3Frame[] = [];
  /** Time when the first of them was made. */
  #heldAt = 0;

  /** `ageMs`: how long before sending a frame's sound started to arrive. */
  constructor(
    kind: UplinkFrame["kind"],
    clock: ServerClock,
    onFrame: (frame: UplinkFrame, ageMs: number) => void,
  ) {
    this.#kind = kind;
    // Timestamps use the local clock, and are converted to the server's on sending: a clock correction is no gap in the
    // sound.
    this.#pacer = new Pacer<UplinkFrame>(
      (frame) => {
        const local = clock.local();
        onFrame({ ...frame, at: frame.at + clock.now() - local }, local - frame.at);
      },
      () => clock.local(),
    );
  }

  /** `at`: when its sound was made, by the local clock. */
  pushOpus(packet: Uint8Array, at: number): void {
    this.#push(packet, at);
  }

  /** `at`: when its sound was made, by the local clock. */
  pushMp3(frame: Mp3Frame, at: number): void {
    if (this.#held.length === 0) this.#heldAt = at;
    this.#held.push(frame);
    if (this.#held.length >= mp3FramesPerMessage) this.#pushHeld();
  }

  /** The sound from here on does not continue the sound before. */
  restart(): void {
    this.#pushHeld();
    this.#isDiscontinuity = true;
  }

  /** Sends what waits: nothing comes after it. */
  end(): void {
    this.#pushHeld();
    this.#pacer.flush();
  }

  #pushHeld(): void {
    if (this.#held.length === 0) return;
    this.#push(Buffer.concat(this.#held.map(({ bytes }) => bytes)), this.#heldAt);
    this.#held = [];
  }

  #push(payload: Uint8Array, at: number): void {
    this.#pacer.push(
      { kind: this.#kind, isDiscontinuity: this.#isDiscontinuity, seq: this.#seq, at, payload },
      at,
    );
    this.#seq = (this.#seq + 1) >>> 0;
    this.#isDiscontinuity = false;
  }
}
