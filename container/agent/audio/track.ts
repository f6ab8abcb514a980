/** Numbers, timestamps and paces the frames of one kind. */
import { packetMs, type UplinkFrame } from "#app/domains/media/contract/frames.ts";
import type { ServerClock } from "../server-clock.ts";
import { MediaClock } from "./media-clock.ts";
import type { Mp3Frame } from "./mpeg-frames.ts";
import { Pacer } from "./pacer.ts";

/** MP3 goes to progressive players, which buffer a second: four frames per message instead of one. */
const mp3FramesPerMessage = 4;

export class Track {
  readonly #kind: UplinkFrame["kind"];
  readonly #clock: ServerClock;
  readonly #pacer: Pacer<UplinkFrame>;
  #mediaClock = new MediaClock();
  #seq = 0;
  #isDiscontinuity = true;
  #held: Mp3Frame[] = [];

  /** `ageMs`: how long before sending a frame's sound started to arrive. */
  constructor(
    kind: UplinkFrame["kind"],
    clock: ServerClock,
    onFrame: (frame: UplinkFrame, ageMs: number) => void,
  ) {
    this.#kind = kind;
    this.#clock = clock;
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

  pushOpus(packet: Buffer): void {
    this.#push(packet, packetMs);
  }

  pushMp3(frame: Mp3Frame): void {
    this.#held.push(frame);
    if (this.#held.length < mp3FramesPerMessage) return;
    const durationMs = this.#held.reduce((sum, { durationMs }) => sum + durationMs, 0);
    this.#push(Buffer.concat(this.#held.map(({ bytes }) => bytes)), durationMs);
    this.#held = [];
  }

  /** The sound from here on does not continue the sound before. */
  restart(): void {
    this.#mediaClock = new MediaClock();
    this.#isDiscontinuity = true;
    this.#held = [];
  }

  /** Drops the frames that wait. */
  clear(): void {
    this.#pacer.clear();
  }

  #push(payload: Uint8Array, durationMs: number): void {
    const at = this.#mediaClock.stamp(this.#clock.local(), durationMs);
    this.#pacer.push(
      { kind: this.#kind, isDiscontinuity: this.#isDiscontinuity, seq: this.#seq, at, payload },
      at,
    );
    this.#seq = (this.#seq + 1) >>> 0;
    this.#isDiscontinuity = false;
  }
}
