import { bookingLimits } from "../../contract/requests.ts";

/** The typed number of weeks, or null where it cannot be booked. */
export function weeksOf(typed: string): number | null {
  const weeks = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return weeks >= 1 && weeks <= bookingLimits.weeks ? weeks : null;
}
