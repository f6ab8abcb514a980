/** Measures the arrival of one encoder's bytes: how many, when the last came, and the gaps that listeners hear. */
import type { Quality } from "#app/domains/air/media/contract/quality.ts";
import { noStalls, type Stalls } from "../stall-watch.ts";

/** Players buffer up to 290 ms of sound: a gap that exceeds the usual one by more runs them dry. */
const listenersHoldMs = 300;
const dropsKeptMs = 60_000;
const bitrateOverMs = 4_000;
/** Bit rates over a shorter time mean nothing: many encoders start with a buffered burst. */
const bitrateKnownAfterMs = 1_000;
/** Arrivals this close together count as one. */
const togetherMs = 50;
/** The usual gap is known after this many spans of this length. */
const spanMs = 1_000;
const spansKept = 5;
const spansNeeded = 2;

interface Arrival {
  at: number;
  bytes: number;
}

/** All times are on one monotonic clock, ms. Time during which this machine was stalled does not count as a gap. */
export class ArrivalGauge {
  readonly #stalls: Stalls;
  #arrivals: Arrival[] = [];
  #lastAt: number;
  #drops: { at: number; ms: number }[] = [];
  /** The longest gap within each of the last seconds. */
  #waits: number[] = [];
  #longestWait = 0;
  #spanEndsAt: number;

  constructor(now: number, stalls = noStalls) {
    this.#stalls = stalls;
    this.#lastAt = now;
    this.#spanEndsAt = now + spanMs;
  }

  arrived(bytes: number, now: number): void {
    const waitMs = this.quietMs(now);
    if (this.#waits.length >= spansNeeded && waitMs > this.#usualWaitMs() + listenersHoldMs)
      if (!this.#stalls.wasStarved(this.#lastAt, now)) this.#drops.push({ at: now, ms: waitMs });
    this.#lastAt = now;
    this.#longestWait = Math.max(this.#longestWait, waitMs);
    if (now >= this.#spanEndsAt) this.#closeSpan(now);
    const last = this.#arrivals.at(-1);
    if (last && now - last.at < togetherMs) last.bytes += bytes;
    else this.#arrivals.push({ at: now, bytes });
  }

  quietMs(now: number): number {
    return Math.max(0, now - this.#lastAt - this.#stalls.stalledMs(this.#lastAt, now));
  }

  /**
   * Bits per second over the last seconds, measured from arrival to arrival, so that encoders that send in bursts are
   * measured correctly. 0 until it is known.
   */
  bitrate(now: number): number {
    this.#arrivals = this.#arrivals.filter(({ at }) => at > now - bitrateOverMs);
    const [first, ...others] = this.#arrivals;
    const last = others.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < bitrateKnownAfterMs) return 0;
    const bytes = others.reduce((sum, arrival) => sum + arrival.bytes, 0);
    return Math.round((bytes * 8_000) / (last.at - first.at));
  }

  drops(now: number): Quality["drops"] {
    this.#drops = this.#drops.filter(({ at }) => at > now - dropsKeptMs);
    return {
      count: this.#drops.length,
      longestMs: Math.round(Math.max(0, ...this.#drops.map(({ ms }) => ms))),
    };
  }

  /** The median of the longest gaps of the last seconds, so that one gap does not make the next one usual. */
  #usualWaitMs(): number {
    return this.#waits.toSorted((a, b) => a - b)[(this.#waits.length - 1) >> 1] ?? 0;
  }

  #closeSpan(now: number): void {
    this.#waits.push(this.#longestWait);
    if (this.#waits.length > spansKept) this.#waits.shift();
    this.#longestWait = 0;
    this.#spanEndsAt = now + spanMs;
  }
}
