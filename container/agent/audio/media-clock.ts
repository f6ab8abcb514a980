/**
 * Calculates when each piece of sound was made, from when the pieces arrive. Arrivals are late and in bursts but never
 * early, so the stream's start is estimated from the earliest evidence: the minimum of (arrival − sound so far). A
 * burst at the start lowers that minimum to the right value; a later stall does not change it.
 */
const windowMs = 5_000;
/** Lateness of everything in a window that means that sound was lost at the source. */
const jumpMs = 250;
/** Maximum upward drift of the start per window: 300 parts per million, more than the error of any sound card. */
const driftMsPerWindow = windowMs * 300e-6;

export class MediaClock {
  #mediaMs = 0;
  #startedAt = Number.POSITIVE_INFINITY;
  #windowEndsAt = Number.POSITIVE_INFINITY;
  #windowMinimum = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  /**
   * `arrivedAt`: when the piece was complete (epoch ms); `durationMs`: the sound it holds. Returns the time of
   * its first sample, never earlier than that of the piece before.
   */
  stamp(arrivedAt: number, durationMs: number): number {
    const mediaBefore = this.#mediaMs;
    this.#mediaMs += durationMs;
    const candidate = arrivedAt - this.#mediaMs;

    if (arrivedAt >= this.#windowEndsAt) this.#closeWindow(arrivedAt);
    if (this.#windowEndsAt === Number.POSITIVE_INFINITY) this.#windowEndsAt = arrivedAt + windowMs;
    this.#windowMinimum = Math.min(this.#windowMinimum, candidate);
    this.#startedAt = Math.min(this.#startedAt, candidate);

    this.#lastAt = Math.max(this.#lastAt, this.#startedAt + mediaBefore);
    return this.#lastAt;
  }

  #closeWindow(now: number): void {
    const lateness = this.#windowMinimum - this.#startedAt;
    if (lateness > jumpMs) this.#startedAt = this.#windowMinimum;
    else if (lateness > 0) this.#startedAt += Math.min(lateness, driftMsPerWindow);
    this.#windowMinimum = Number.POSITIVE_INFINITY;
    this.#windowEndsAt = now + windowMs;
  }
}
