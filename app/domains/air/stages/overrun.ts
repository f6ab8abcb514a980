import type { EncoderAir } from "../media/contract/encoder.ts";
import { onAirTimes } from "./on-air.ts";

export interface Overrun {
  /** Latest time when the stage takes the performer off the air, epoch ms. */
  until: number;
  /** The performer who goes on air as soon as they can be heard; null where no one is due by then. */
  next: string | null;
}

/**
 * Returns how long a performer whose set ends at `endTime` stays on air, or null while their set is on or where there
 * is none. `now`: the server's time, epoch ms.
 */
export function findOverrun(
  { endTime, next }: Pick<EncoderAir, "endTime" | "next">,
  now: number,
): Overrun | null {
  if (endTime === null || now < endTime) return null;
  const until = endTime + onAirTimes.overrunMs;
  // A performer may start early.
  const isDue = next !== null && next.startTime - onAirTimes.earlyMs < until;
  return { until, next: isDue ? next.username : null };
}
