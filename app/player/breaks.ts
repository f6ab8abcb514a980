import { playerLimits } from "./limits.ts";

const { offerAfter, offerWithinMs } = playerLimits.patience;

/** Counts how often the sound has stopped for lack of packets, to know when smooth playback would help. */
export class Breaks {
  #known = 0;
  #times: number[] = [];

  /**
   * `underruns`: how many there were since the sound started. `isAwaited`: the performer is not heard, so that the
   * listener's connection is not the cause. Returns true when there were too many lately.
   */
  note(underruns: number, now: number, isAwaited = false): boolean {
    // Another engine counts from zero.
    const more = underruns < this.#known ? underruns : underruns - this.#known;
    this.#known = underruns;
    if (isAwaited) {
      this.forget();
      return false;
    }
    for (let count = 0; count < more; count++) this.#times.push(now);
    this.#times = this.#times.filter((at) => now - at < offerWithinMs).slice(-offerAfter);
    return this.#times.length >= offerAfter;
  }

  /** Starts again: it was offered, or something else is heard. */
  forget(): void {
    this.#times = [];
  }
}
