import type { SetView } from "../schedule/contract/sets.ts";
import { stageLimits } from "../stages/contract/stages.ts";
import { toHours } from "../stats/rules.ts";

/** A set by the clock alone: what its encoder does is another matter. */
export type SetTimeState = "upcoming" | "live" | "ended";

/** Live from 60 s before the start until the end; a performance without an end is live once it has begun. */
export function setTimeState(set: Pick<SetView, "startTime" | "endTime">, now: number): SetTimeState {
  if (set.endTime !== null && now >= set.endTime) return "ended";
  return now >= set.startTime - stageLimits.upcomingLiveWindowMs ? "live" : "upcoming";
}

/** How long a performance is, in half hours and one at least, of a length in ms. */
export function performanceLabel(lengthMs: number): string {
  const hours = toHours(lengthMs);
  return hours <= 0.5 ? "30 min performance" : `${hours} hour performance`;
}
