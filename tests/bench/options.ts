import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Chapters asked for; all if none. */
  names: string[];
  /** How long the underrun chapters listen. */
  minutes: number;
  /** How often each of the interleaved players is measured, and for how long each time. */
  rounds: number;
  roundMs: number;
  /** Clicks on play. */
  clicks: number;
  /** Encoder connects. */
  connects: number;
  /** How often a page is asked for. */
  pages: number;
  listeners: number;
  fanOutMs: number;
}

/** Short by default: a run of everything takes about ten minutes. */
export function readOptions(): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: "string", default: "1" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "12" },
      clicks: { type: "string", default: "20" },
      connects: { type: "string", default: "20" },
      pages: { type: "string", default: "60" },
      listeners: { type: "string", default: "1000" },
      "fan-out-seconds": { type: "string", default: "20" },
    },
  });
  return {
    names: positionals,
    minutes: Number(values.minutes),
    rounds: Number(values.rounds),
    roundMs: Number(values.seconds) * 1_000,
    clicks: Number(values.clicks),
    connects: Number(values.connects),
    pages: Number(values.pages),
    listeners: Number(values.listeners),
    fanOutMs: Number(values["fan-out-seconds"]) * 1_000,
  };
}
