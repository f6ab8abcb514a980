/**
 * Knows when this process, or its whole machine, was too busy to measure: an encoder whose bytes came in time is not
 * to be blamed for when they were read.
 */
import { readFileSync } from "node:fs";

/** What gauges ask before they blame an encoder. Times are of the agent's monotonic clock, ms. */
export interface Stalls {
  /** Returns for how much of the time between two moments this process stood still, ms. */
  stalledMs: (from: number, to: number) => number;
  /** Returns whether processes of this machine waited for a processor for most of the time between two moments. */
  wasStarved: (from: number, to: number) => boolean;
}

export const noStalls: Stalls = { stalledMs: () => 0, wasStarved: () => false };

const tickMs = 20;
/** Timers are late by a few milliseconds on any machine. */
const toleratedMs = 10;
const pressureEveryMs = 100;
const starvedShare = 0.5;
/** Longer than anything is asked about: Icecast lets a source go that has been quiet for 5 s. */
const keptMs = 30_000;

/** Its own ticks tell it of the process: each that comes late ends a time in which nothing else ran either. */
export class StallWatch implements Stalls {
  readonly #now: () => number;
  readonly #readWaitingMs: () => number | undefined;
  #dueAt: number;
  #stalls: { from: number; to: number }[] = [];
  #pressure: { at: number; waitingMs: number }[] = [];

  /** `now`: monotonic ms. `readWaitingMs`: for how long processes have waited for a processor since the start. */
  constructor(now: () => number, readWaitingMs = readCpuWaitingMs) {
    this.#now = now;
    this.#readWaitingMs = readWaitingMs;
    this.#dueAt = now() + tickMs;
    this.#readPressure(now());
  }

  /** To be called every `tickMs`. */
  tick(): void {
    const now = this.#now();
    if (now > this.#dueAt + toleratedMs) this.#stalls.push({ from: this.#dueAt, to: now });
    this.#dueAt = now + tickMs;
    const last = this.#pressure.at(-1);
    if (last && now >= last.at + pressureEveryMs) this.#readPressure(now);
    const oldest = now - keptMs;
    if (this.#stalls[0] && this.#stalls[0].to < oldest)
      this.#stalls = this.#stalls.filter(({ to }) => to >= oldest);
    if (this.#pressure[0] && this.#pressure[0].at < oldest - keptMs)
      this.#pressure = this.#pressure.filter(({ at }) => at >= oldest);
  }

  stalledMs(from: number, to: number): number {
    const now = this.#now();
    // After a stall bytes may be read before the timer runs.
    const present = now > this.#dueAt + toleratedMs ? [{ from: this.#dueAt, to: now }] : [];
    return [...this.#stalls, ...present]
      .map((stall) => Math.min(to, stall.to) - Math.max(from, stall.from))
      .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
  }

  wasStarved(from: number, to: number): boolean {
    if ((this.#pressure.at(-1)?.at ?? to) < to) this.#readPressure(this.#now());
    const before = this.#pressure.findLast(({ at }) => at <= from) ?? this.#pressure[0];
    const after = this.#pressure.find(({ at }) => at >= to);
    if (!before || !after || after.at <= before.at) return false;
    return (after.waitingMs - before.waitingMs) / (after.at - before.at) >= starvedShare;
  }

  #readPressure(at: number): void {
    const waitingMs = this.#readWaitingMs();
    if (waitingMs !== undefined) this.#pressure.push({ at, waitingMs });
  }
}

/** Watches for as long as the process runs. `now`: monotonic ms. */
export function startStallWatch(now: () => number): StallWatch {
  const watch = new StallWatch(now);
  setInterval(() => watch.tick(), tickMs).unref();
  return watch;
}

/** Of the container where there is one, else of the machine. */
const pressureFiles = ["/sys/fs/cgroup/cpu.pressure", "/proc/pressure/cpu"];

/**
 * Returns for how long at least one process that could run has waited for a processor (pressure stall information of
 * Linux), ms since the start; undefined where the kernel does not tell.
 */
export function readCpuWaitingMs(): number | undefined {
  for (const file of pressureFiles) {
    try {
      const total = /^some .*total=(\d+)/m.exec(readFileSync(file, "utf8"))?.[1];
      if (total !== undefined) return Number(total) / 1_000;
    } catch {
      // Another kernel, or one that keeps this from the container.
    }
  }
  return undefined;
}
