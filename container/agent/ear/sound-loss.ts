const windowMs = 60_000;
/** Interval between two messages about one stream. */
const notifyEveryMs = 10_000;
/** Share of the last minute from which on names are missed. */
const starvedShare = 0.05;

/** Sound of one stream that the ear's thread had no time for. */
export class SoundLoss {
  /** Losses of the last minute, the oldest first. */
  #losses: { at: number; lostMs: number }[] = [];
  #knownMs = 0;
  #toldMs = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /**
   * `totalMs`: lost since the stream began. `now`: epoch ms. Returns what has to be told now: milliseconds lost since it was
   * told last; 0 for nothing.
   */
  note(totalMs: number, now: number): number {
    if (totalMs > this.#knownMs) this.#losses.push({ at: now, lostMs: totalMs - this.#knownMs });
    this.#knownMs = totalMs;
    if (totalMs === this.#toldMs || now - this.#toldAt < notifyEveryMs) return 0;
    const lostMs = totalMs - this.#toldMs;
    this.#toldMs = totalMs;
    this.#toldAt = now;
    return lostMs;
  }

  /** Whether so much of the last minute was lost that names are missed. */
  isStarved(now: number): boolean {
    this.#losses = this.#losses.filter(({ at }) => now - at < windowMs);
    return this.#losses.reduce((sum, { lostMs }) => sum + lostMs, 0) > starvedShare * windowMs;
  }
}
