/**
 * Objects that receive something this often count as awake in between: whether the platform bills the time between two
 * packets of a socket is not documented, so the dearer reading is counted.
 */
const maxGapMs = 1_000;

/** Measures for how long an object runs something, or waits for a timer or on a socket that it opened itself. */
export class AwakeTime {
  #busy = 0;
  #since = 0;
  #idleSince = Number.NEGATIVE_INFINITY;
  #ms = 0;

  begin(now: number): void {
    if (this.#busy++ > 0) return;
    const isGap = now - this.#idleSince < maxGapMs;
    this.#since = isGap ? this.#idleSince : now;
  }

  end(now: number): void {
    if (--this.#busy > 0) return;
    this.#ms += now - this.#since;
    this.#idleSince = now;
  }

  /** The time so far, ms. */
  total(now: number): number {
    return this.#ms + (this.#busy > 0 ? now - this.#since : 0);
  }
}
