/**
 * Detects when this process was too late to measure, because of its own work or for lack of a processor: an encoder
 * whose bytes arrived in time must not be blamed for when they were read.
 */
import { readFileSync } from "node:fs";

/** Stalls that gauges check before they blame an encoder. Times are on the agent's monotonic clock, ms. */
export interface Stalls {
  /** Returns how long this process was stalled between two moments, ms. */
  stalledMs: (from: number, to: number) => number;
  /** Returns whether this process waited for a processor for most of the time between two moments. */
  wasStarved: (from: number, to: number) => boolean;
}

export const noStalls: Stalls = { stalledMs: () => 0, wasStarved: () => false };

const tickMs = 20;
/** Timers are late by a few milliseconds on any machine. */
const toleratedMs = 10;
const delayEveryMs = 100;
const starvedShare = 0.5;
/** Longer than any query reaches back: Icecast ends a source that has been quiet for 5 s. */
const keptMs = 30_000;

/** Measures stalls of the process by its own ticks: during the time before a late one nothing else ran either. */
export class StallWatch implements Stalls {
  readonly #now: () => number;
  readonly #readWaitingMs: () => number | undefined;
  #dueAt: number;
  #stalls: { from: number; to: number }[] = [];
  #delays: { at: number; waitingMs: number }[] = [];

  /** `now`: monotonic ms. `readWaitingMs`: for how long this process has waited for a processor since its start. */
  constructor(now: () => number, readWaitingMs = readRunDelayMs) {
    this.#now = now;
    this.#readWaitingMs = readWaitingMs;
    this.#dueAt = now() + tickMs;
    this.#readDelay(now());
  }

  /** Does not keep the process running. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), tickMs).unref();
    return () => clearInterval(timer);
  }

  /** Must be called every `tickMs`. */
  tick(): void {
    const now = this.#now();
    if (now > this.#dueAt + toleratedMs) this.#stalls.push({ from: this.#dueAt, to: now });
    this.#dueAt = now + tickMs;
    const last = this.#delays.at(-1);
    if (last && now >= last.at + delayEveryMs) this.#readDelay(now);
    const oldest = now - keptMs;
    if (this.#stalls[0] && this.#stalls[0].to < oldest)
      this.#stalls = this.#stalls.filter(({ to }) => to >= oldest);
    if (this.#delays[0] && this.#delays[0].at < oldest - keptMs)
      this.#delays = this.#delays.filter(({ at }) => at >= oldest);
  }

  stalledMs(from: number, to: number): number {
    const now = this.#now();
    // After a stall, bytes may be read before the timer runs.
    const present = now > this.#dueAt + toleratedMs ? [{ from: this.#dueAt, to: now }] : [];
    return [...this.#stalls, ...present]
      .map((stall) => Math.min(to, stall.to) - Math.max(from, stall.from))
      .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
  }

  wasStarved(from: number, to: number): boolean {
    if ((this.#delays.at(-1)?.at ?? to) < to) this.#readDelay(this.#now());
    const before = this.#delays.findLast(({ at }) => at <= from) ?? this.#delays[0];
    const after = this.#delays.find(({ at }) => at >= to);
    if (!before || !after || after.at <= before.at) return false;
    return (after.waitingMs - before.waitingMs) / (after.at - before.at) >= starvedShare;
  }

  #readDelay(at: number): void {
    const waitingMs = this.#readWaitingMs();
    if (waitingMs !== undefined) this.#delays.push({ at, waitingMs });
  }
}

/**
 * Returns how long the main thread of this process was ready to run without a processor, ms since its start (Linux
 * scheduler statistics); undefined where the kernel does not provide it.
 */
export function readRunDelayMs(): number | undefined {
  try {
    const delay = Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]);
    return Number.isFinite(delay) ? delay / 1_000_000 : undefined;
  } catch {
    // Another kernel, or one without these statistics.
    return undefined;
  }
}
