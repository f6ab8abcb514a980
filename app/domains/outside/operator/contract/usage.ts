import type { Bill } from "#packages/usage-meter/prices.ts";

/** The lines of a bill, in the order in which they are shown. */
export const usageLineNames = [
  "duration",
  "rowsWritten",
  "rowsRead",
  "requests",
  "workerCalls",
  "r2Writes",
  "r2Reads",
] as const;
export type UsageLineName = (typeof usageLineNames)[number];

/** A count, and its price beyond what a plan includes. */
export interface UsageAmount {
  /** `duration` in GB-seconds, others in numbers. */
  count: number;
  usd: number;
}

interface UsageLine {
  name: UsageLineName;
  soFar: UsageAmount;
  /** Expected for a whole month, if all of it is like the counted time. */
  month: UsageAmount;
}

export interface UsageView {
  /** `off`: this instance has no access to its counts. `refused`: the service does not accept its token. */
  state: "counted" | "off" | "refused" | "unreachable";
  /** The secrets that give access to the counts. */
  settings: string[];
  /** Null unless they were counted. */
  counted: {
    /** The scope of the counts: this copy, or everything on the account of the platform. */
    scope: "copy" | "account";
    /** Epoch ms. */
    from: number;
    to: number;
    lines: UsageLine[];
    soFar: Bill;
    month: Bill;
  } | null;
  /** The day of the price list. */
  pricesOf: string;
}
