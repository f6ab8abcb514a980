import { stageLimits } from "../stages/contract.ts";
import type { SetView } from "./contract.ts";

/** A set by the clock alone: what its encoder does is another matter. */
export type SetTimeState = "upcoming" | "live" | "ended";

/** Live from 60 s before the start until the end; a performance without an end is live once it has begun. */
export function setTimeState(set: Pick<SetView, "startTime" | "endTime">, now: number): SetTimeState {
  if (set.endTime !== null && now >= set.endTime) return "ended";
  return now >= set.startTime - stageLimits.upcomingLiveWindowMs ? "live" : "upcoming";
}
