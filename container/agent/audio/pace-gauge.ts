/**
 * Compares the duration of the sound that arrives with the time that passes: sound of 48 kHz that is declared as 44.1
 * kHz comes 9 % too fast. Pieces come late and in bursts but never early, so each second is judged by its earliest
 * piece.
 */
import { noStalls, type Stalls } from "../stall-watch.ts";

const bucketMs = 1_000;
/** Encoders start with a buffered burst. */
const settlingMs = 1_000;
const bucketsNeeded = 5;
const bucketsKept = 8;
/** Seconds are left out when this machine was late; the ones before them then become too old to use. */
const bucketsKeptMs = 20_000;
/** A second in which this process was stalled for longer than this is left out. */
const stalledMaxMs = 250;
/** Lateness of a second, beyond what drift explains, that means that the sound before it was lost. */
const lostMs = 150;

interface Bucket {
  /** Time when the earliest piece came, and how far it was behind the sound before it: a lower value means ahead. */
  at: number;
  lateness: number;
}

/** All times are on one monotonic clock, ms. */
export class PaceGauge {
  readonly #stalls: Stalls;
  #soundMs = 0;
  #beganAt: number | undefined;
  #bucketEndsAt = 0;
  #current: Bucket | undefined;
  #buckets: Bucket[] = [];

  constructor(stalls = noStalls) {
    this.#stalls = stalls;
  }

  /** Records the arrival of a piece of sound. */
  heard(soundMs: number, now: number): void {
    this.#soundMs += soundMs;
    this.#beganAt ??= now;
    if (now < this.#beganAt + settlingMs) {
      this.#bucketEndsAt = this.#beganAt + settlingMs + bucketMs;
      return;
    }
    if (now >= this.#bucketEndsAt) this.#close(now);
    const lateness = now - this.#soundMs;
    if (this.#current === undefined || lateness <= this.#current.lateness)
      this.#current = { at: now, lateness };
  }

  /**
   * Seconds of sound per second. Null until it is known, and 1 where the difference may be jitter. It is the median
   * drift between all pairs of seconds, unless that is within four standard errors of zero.
   */
  pace(): number | null {
    const points = withoutGaps(this.#buckets);
    if (points.length < bucketsNeeded) return null;
    const drift = median(
      points.flatMap((later, index) => points.slice(0, index).map((earlier) => slope(earlier, later))),
    );
    const offset = median(points.map(({ at, lateness }) => lateness - drift * at));
    const squares = points.reduce((sum, { at, lateness }) => sum + (lateness - drift * at - offset) ** 2, 0);
    const n = points.length;
    const meanAt = points.reduce((sum, { at }) => sum + at, 0) / n;
    const spread = points.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
    const standardError = Math.sqrt(squares / (n - 2) / spread);
    return Math.abs(drift) <= 4 * standardError ? 1 : Math.round((1 - drift) * 1_000) / 1_000;
  }

  #close(now: number): void {
    const from = this.#bucketEndsAt - bucketMs;
    const wasInTime =
      this.#stalls.stalledMs(from, this.#bucketEndsAt) <= stalledMaxMs &&
      !this.#stalls.wasStarved(from, this.#bucketEndsAt);
    if (this.#current && wasInTime) this.#buckets.push(this.#current);
    this.#buckets = this.#buckets.filter(({ at }) => at > now - bucketsKeptMs).slice(-bucketsKept);
    this.#current = undefined;
    while (this.#bucketEndsAt <= now) this.#bucketEndsAt += bucketMs;
  }
}

function slope(earlier: Bucket, later: Bucket): number {
  return (later.lateness - earlier.lateness) / (later.at - earlier.at);
}

/**
 * The same seconds without single late ones (a burst that fell between two), and with lost sound compensated: lateness
 * that starts at one second and stays.
 */
function withoutGaps(buckets: readonly Bucket[]): Bucket[] {
  const usual = median(buckets.slice(1).map((later, index) => slope(buckets[index] ?? later, later)));
  const excess = (later: Bucket | undefined, earlier: Bucket | undefined) =>
    later && earlier ? later.lateness - earlier.lateness - usual * (later.at - earlier.at) : 0;
  const together = buckets.filter((bucket, index) => {
    const next = buckets[index + 1];
    const isLate = next ? -excess(next, bucket) : excess(bucket, buckets[index - 1]);
    return isLate <= lostMs;
  });
  let lost = 0;
  return together.map((bucket, index) => {
    const step = excess(bucket, together[index - 1]);
    if (step > lostMs) lost += step;
    return { at: bucket.at, lateness: bucket.lateness - lost };
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
