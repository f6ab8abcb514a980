/** Whether a set began in time, as calendars keep it: by when it was first heard. Pure. */
import { countOf } from "#app/ui/number.ts";
import type { SetView } from "./contract/sets.ts";
import { setStateTimes } from "./set-state.ts";

type Started = Pick<SetView, "startTime" | "endTime" | "heardAt">;

/** Returns the punctuality in words; null: in time, not yet due, or unknown. */
export function punctualityNote({ startTime, endTime, heardAt }: Started, now: number): string | null {
  if (heardAt === undefined || now < startTime + setStateTimes.lateMs) return null;
  if (heardAt === null) return endTime !== null && now >= endTime ? "Not played" : "Starting late";
  if (heardAt < startTime + setStateTimes.lateMs) return null;
  return `Started ${minutesLate(startTime, heardAt)} late`;
}

/** Returns the number of minutes, at least one. */
export function minutesLate(startsAt: number, heardAt: number): string {
  return countOf(Math.max(1, Math.round((heardAt - startsAt) / 60_000)), "minute", "minutes");
}
