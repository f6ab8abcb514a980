import { bookingLimits } from "../../contract/requests.ts";

/** The number of weeks that was typed, or null where it is none that can be booked. */
export function weeksOf(typed: string): number | null {
  const weeks = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return weeks >= 1 && weeks <= bookingLimits.weeks ? weeks : null;
}
