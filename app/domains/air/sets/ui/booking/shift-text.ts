/** The effect of a clock change on a series that is about to be requested. Pure. */

import type { ClockChange } from "#app/domains/base/time/clock-changes.ts";
import { countOf } from "#app/ui/number.ts";
import { clockTime, dayLabel } from "#app/ui/time-format.ts";

/**
 * One change in plain words, for the one who books: what stays the same in their zone, what moves for everyone else.
 * `now` is epoch ms and decides how the day is named.
 */
export function shiftText(
  { week, slot, byMs }: ClockChange,
  { zone, hour12, now }: { zone: string; hour12: boolean; now: number },
): string {
  const inUtc = (at: number) => clockTime(at, "UTC", hour12);
  const moved = `${amountOf(Math.abs(byMs))} ${byMs > 0 ? "later" : "earlier"}`;
  const sentences = [
    `In ${zone.replaceAll("_", " ")}, the clocks change before week ${week} (${dayLabel(slot.startsAt, now, zone)}).`,
    `From then on it starts at ${clockTime(slot.startsAt, zone, hour12)} there. For anyone whose clocks do not change, it starts ${moved} than before, at ${inUtc(slot.startsAt)} instead of ${inUtc(slot.startsAt - byMs)} UTC.`,
  ];
  return sentences.join(" ");
}

function amountOf(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes === 60) return "an hour";
  return minutes % 60 === 0 ? countOf(minutes / 60, "hour", "hours") : countOf(minutes, "minute", "minutes");
}
