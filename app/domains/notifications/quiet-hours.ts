import { Temporal } from "temporal-polyfill";
import type { QuietHours } from "./contract.ts";

/**
 * When the present quiet hours end (epoch ms), in local time even where the clocks change meanwhile; null outside them.
 * Equal times mean none.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: number): number | null {
  if (from === to) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const minute = here.hour * 60 + here.minute;
  const isOverNight = from > to;
  const isQuiet = isOverNight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return null;
  const day = here.toPlainDate().add({ days: isOverNight && minute >= from ? 1 : 0 });
  const end = day.toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from({ hour: Math.floor(to / 60), minute: to % 60 }),
  });
  return end.epochMilliseconds;
}
