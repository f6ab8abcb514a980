/** The length of a set as a manager's form enters it: half hours, and minutes beyond them. Pure. */
import { wordFor } from "#app/ui/number.ts";
import { bookingLimits } from "../../contract/requests.ts";

const halfHourMinutes = 30;

/** Hours: 0 to the longest set, in steps of half an hour. */
export const halfHours = Array.from({ length: bookingLimits.managerHours * 2 + 1 }, (_, index) => index / 2);

/** Splits a length in hours into half hours (in hours) and the minutes beyond them. */
export function lengthParts(hours: number): { halves: number; extra: number } {
  const minutes = Math.round(hours * 60);
  const extra = minutes % halfHourMinutes;
  return { halves: (minutes - extra) / 60, extra };
}

/** `1.5 hours`; a length that is not in half hours in minutes: `10 min`. */
export function lengthText(hours: number): string {
  return lengthParts(hours).extra === 0
    ? `${hours} ${wordFor(hours, "hour", "hours")}`
    : `${Math.round(hours * 60)} min`;
}

/** The minutes that can be added to these half hours: a set lasts a minute at least, and not longer than the longest. */
export function extraMinutes(halves: number): number[] {
  const [min, max] = [halves === 0 ? 1 : 0, halves >= bookingLimits.managerHours ? 0 : halfHourMinutes - 1];
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

/** The choices, with the present value among them: a booked set may be further away or have an odd length. */
export function withOwn<Value extends string | number>(choices: readonly Value[], own: Value): Value[] {
  return [...new Set([...choices, own])].toSorted((one, other) => (one < other ? -1 : 1));
}
