import type { SetView } from "../schedule/contract/sets.ts";
import { stageLimits } from "../stages/contract/stages.ts";
import { toHours } from "../stats/rules.ts";

/** The state of a set by the clock alone, regardless of its encoder. */
export type SetTimeState = "upcoming" | "live" | "ended";

/** Live from 60 s before the start until the end; a performance without an end is live once it has started. */
export function setTimeState(set: Pick<SetView, "startTime" | "endTime">, now: number): SetTimeState {
  if (set.endTime !== null && now >= set.endTime) return "ended";
  return now >= set.startTime - stageLimits.upcomingLiveWindowMs ? "live" : "upcoming";
}

/** The length of a performance (ms) in half hours, at least one. */
export function performanceLabel(lengthMs: number): string {
  const hours = toHours(lengthMs);
  return hours <= 0.5 ? "30 min performance" : `${hours} hour performance`;
}
