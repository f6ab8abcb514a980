import type { SetView } from "../schedule/contract/sets.ts";
import { stageLimits } from "../stages/contract/stages.ts";

/** The state of a set by the clock alone, regardless of its encoder. */
export type SetTimeState = "upcoming" | "live" | "ended";

/** Live from 60 s before the start until the end; a performance without an end is live once it has started. */
export function setTimeState(set: Pick<SetView, "startTime" | "endTime">, now: number): SetTimeState {
  if (set.endTime !== null && now >= set.endTime) return "ended";
  return now >= set.startTime - stageLimits.upcomingLiveWindowMs ? "live" : "upcoming";
}
