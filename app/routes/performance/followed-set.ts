import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import type { PerformancePageData } from "./performance-page-data.ts";

/** A set as its stage has it at a moment. `now`: epoch ms. */
export interface FollowedSet extends Pick<SetView, "startTime" | "endTime" | "state"> {
  now: number;
}

/** The page's data with what its stage says of its set since it was read; null: nothing yet. */
export function withFollowed(data: PerformancePageData, followed: FollowedSet | null): PerformancePageData {
  if (data.set === null || followed === null || followed.now < data.now) return data;
  const { startTime, endTime, state, now } = followed;
  return { ...data, set: { ...data.set, startTime, endTime, state }, now };
}

/** Time after the end of what was on air until it is stored completely. */
const storedMs = 30_000;
/** Time after the end of a set from which its page is read no more, whatever is missing. */
const givenUpMs = 10 * 60_000;

/** Whether a page's set is over, and everything about it was read: what goes off the air is stored a while later. */
export function isSettled({
  set,
  replay,
  tracklist,
  now,
}: Pick<PerformancePageData, "set" | "replay" | "tracklist" | "now">): boolean {
  if (set === null) return true;
  if (stateNow(set, now).name !== "over") return false;
  const end = set.endTime ?? 0;
  const offAirAt = (replay ?? tracklist ?? set).endTime;
  return now >= (offAirAt === null ? end + givenUpMs : Math.max(offAirAt, end) + storedMs);
}
