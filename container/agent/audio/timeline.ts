/**
 * The time when each moment of a source's sound was made, by its position: the amount of sound before it. Whatever is
 * made of one moment (packets, MP3, levels) gets its time here, however long that took, so that all of it stays
 * together.
 */
import { MediaClock } from "./media-clock.ts";

/** A moment from which on sound is made at its own pace. Local clock, ms. */
interface Anchor {
  position: number;
  at: number;
}

/** Corrections come every five seconds at most, but in a burst one with each piece: hours, and any burst. */
const maxAnchors = 5_000;
/** Less is the rounding of sums. */
const minCorrectionMs = 0.01;

export class Timeline {
  readonly #clock = new MediaClock();
  #position = 0;
  #anchors: Anchor[] = [];

  /** Length of the sound so far, ms. */
  get position(): number {
    return this.#position;
  }

  /** This much sound has come. Returns the time of its first sample. */
  add(durationMs: number, arrivedAt: number): number {
    const at = this.#clock.stamp(arrivedAt, durationMs);
    const last = this.#anchors.at(-1);
    if (last === undefined || Math.abs(last.at + this.#position - last.position - at) > minCorrectionMs) {
      this.#anchors.push({ position: this.#position, at });
      if (this.#anchors.length > maxAnchors) this.#anchors.shift();
    }
    this.#position += durationMs;
    return at;
  }

  /** The time of this position, never earlier than that of one before it. Sound must have come before. */
  timeAt(position: number): number {
    const index = Math.max(
      0,
      this.#anchors.findLastIndex((anchor) => anchor.position <= position),
    );
    const anchor = this.#anchors[index];
    if (anchor === undefined) throw new RangeError("no sound has come yet");
    const next = this.#anchors[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return Math.min(anchor.at + position - anchor.position, next);
  }
}
