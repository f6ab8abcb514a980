import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";

/** The state of a set between being booked and being over. `overrun`: on air past its end. */
export type SetStanding = "upcoming" | "live" | "overrun" | "over" | "cancelled";

/** `now`: epoch ms. */
export function standingOf(
  set: Pick<OwnSetView, "status" | "startTime" | "endTime" | "state">,
  now: number,
): SetStanding {
  if (set.status === "cancelled") return "cancelled";
  if (set.endTime !== null && now >= set.endTime) return stateNow(set, now).isPastEnd ? "overrun" : "over";
  return now >= set.startTime ? "live" : "upcoming";
}
