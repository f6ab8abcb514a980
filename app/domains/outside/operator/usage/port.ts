import type { Usage } from "#packages/usage-meter/usage.ts";

/** Usage between two times (epoch ms). */
interface CountedUsage {
  is: "counted";
  /** The scope of the counts: this copy, or everything on the account of the platform. */
  scope: "copy" | "account";
  from: number;
  to: number;
  usage: Usage;
}

/** `off`: this instance has no access to the counts. `refused`: its token may not read them. */
export type UsageAnswer = CountedUsage | { is: "off" | "refused" | "unreachable" };

/** The source of the counts of what this instance uses of the platform. */
export interface UsageMeterPort {
  /** Returns the counts since `from`, or since they began after that. Never throws for the network's sake. */
  read(period: { from: number; to: number }): Promise<UsageAnswer>;
}
