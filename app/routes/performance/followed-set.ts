import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
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
