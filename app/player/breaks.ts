import { playerLimits } from "./limits.ts";

const { offerAfter, offerWithinMs } = playerLimits.patience;

/** Counts how often the sound has broken off for want of packets, to know when patience would help. */
export class Breaks {
  #known = 0;
  #times: number[] = [];

  /** `underruns`: how many there were since the sound began. True when there were too many lately. */
  note(underruns: number, now: number): boolean {
    // Another engine counts from the beginning.
    const more = underruns < this.#known ? underruns : underruns - this.#known;
    this.#known = underruns;
    for (let count = 0; count < more; count++) this.#times.push(now);
    this.#times = this.#times.filter((at) => now - at < offerWithinMs).slice(-offerAfter);
    return this.#times.length >= offerAfter;
  }

  /** Begins anew: it was offered, or something else is heard. */
  forget(): void {
    this.#times = [];
  }
}
