import { msPerFrame } from "./scale.ts";

/** Notes kept: an hour, at one in 4 s. */
const maxNotes = 900;
const noteEveryFrames = 250;
/** Sound that comes so much later than the sound before it says has a gap. */
const gapMs = 300;

/** Says when each frame was heard, from the times that came with the sound. */
export class Timeline {
  #notes: { frame: number; at: number }[] = [];

  /** Notes that sound from `frame` on was heard at `at` (epoch milliseconds). */
  note(frame: number, at: number): void {
    const last = this.#notes.at(-1);
    const isSteady = last !== undefined && Math.abs(this.toTime(frame) - at) < gapMs;
    if (isSteady && frame - last.frame < noteEveryFrames) return;
    this.#notes.push({ frame, at });
    if (this.#notes.length > maxNotes) this.#notes.shift();
  }

  /** Returns the epoch milliseconds of a frame. */
  toTime(frame: number): number {
    const note = this.#notes.findLast((each) => each.frame <= frame) ?? this.#notes[0];
    return note === undefined ? 0 : Math.round(note.at + (frame - note.frame) * msPerFrame);
  }
}
