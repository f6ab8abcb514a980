import { msPerFrame } from "./scale.ts";

/** Notes kept: an hour, at one in 4 s. */
const maxNotes = 900;
const noteEveryFrames = 250;
/** Sound that comes so much later than the sound before it says has a gap. */
export const gapMs = 300;

/** Says when each frame was heard, from the times that came with the sound. */
export class Timeline {
  #notes: { frame: number; at: number }[] = [];
  #lost: { from: number; to: number }[] = [];

  get isEmpty(): boolean {
    return this.#notes.length === 0;
  }

  /** Notes that frames `from` to `to` stand for sound that was lost. */
  lose(from: number, to: number): void {
    this.#lost.push({ from, to });
    if (this.#lost.length > maxNotes) this.#lost.shift();
  }

  /** Whether all sound of these frames was heard, one after the other. */
  isWhole(from: number, to: number): boolean {
    const lengthMs = this.toTime(to) - this.toTime(from);
    const isSteady = Math.abs(lengthMs - (to - from) * msPerFrame) <= gapMs;
    return isSteady && this.#lost.every((each) => each.to <= from || each.from >= to);
  }

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
