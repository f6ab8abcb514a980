import type { Usage } from "./usage.ts";

/**
 * List prices of the Workers platform in USD, of 27 November 2026. Sources: its public documentation of prices for
 * Workers, Durable Objects, D1 and R2. `included`: in the plan, each month.
 */
export const prices = {
  date: "2026-11-27",
  plan: 5,
  /** Rows written by objects and by D1 have one price, and each its own included number: the smaller is used. */
  rowsWritten: { included: 50_000_000, perMillion: 1 },
  rowsRead: { included: 25_000_000_000, perMillion: 0.001 },
  requests: { included: 1_000_000, perMillion: 0.15 },
  workerCalls: { included: 10_000_000, perMillion: 0.3 },
  r2Writes: { included: 1_000_000, perMillion: 4.5 },
  r2Reads: { included: 10_000_000, perMillion: 0.36 },
  /** Duration of objects: each counts as 128 MB. */
  gbSeconds: { included: 400_000, perMillion: 12.5 },
  gbPerObject: 0.128,
  /** Storage of R2, a month. */
  r2PerGb: 0.015,
} as const;

export interface Bill {
  /** USD. */
  total: number;
  /** USD by what is paid for. */
  parts: Record<string, number>;
}

/** Returns the bill of a month with this usage, without stored bytes. */
export function billOf(month: Readonly<Usage>): Bill {
  const parts: Record<string, number> = {
    plan: prices.plan,
    duration: costOf(gbSecondsOf(month), prices.gbSeconds),
  };
  for (const name of ["rowsWritten", "rowsRead", "requests", "workerCalls", "r2Writes", "r2Reads"] as const)
    parts[name] = costOf(month[name], prices[name]);
  return { total: Object.values(parts).reduce((sum, part) => sum + part, 0), parts };
}

/** The duration that is billed, GB-seconds. */
export const gbSecondsOf = ({ awakeMs }: Pick<Usage, "awakeMs">): number =>
  (awakeMs / 1_000) * prices.gbPerObject;

function costOf(count: number, price: { included: number; perMillion: number }): number {
  return (Math.max(0, count - price.included) / 1_000_000) * price.perMillion;
}
