import { localDayOf, shiftedInstantOf } from "#app/domains/base/time/time-zone.ts";
import type { QuietHours } from "./contract.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Returns the end of the present quiet hours (epoch ms), in local time even where the clocks change meanwhile; null
 * outside them. Equal times mean none.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  if (from === to) return null;
  const { day, timeMs } = localDayOf(now, timeZone);
  const minute = Math.floor(timeMs / minuteMs);
  const isOverNight = from > to;
  const isQuiet = isOverNight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return null;
  const endDay = day + (isOverNight && minute >= from ? dayMs : 0);
  return shiftedInstantOf(endDay + to * minuteMs, timeZone);
}
