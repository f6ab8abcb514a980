import { useMemo, useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { shiftsOf } from "#app/domains/base/time/clock-changes.ts";
import { type Series, slotsOf } from "#app/domains/base/time/series.ts";
import { isTimeZone } from "#app/domains/base/time/time-zone.ts";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { timePassed } from "#app/ui/form-texts.ts";
import { countOf } from "#app/ui/number.ts";
import { bookingLimits } from "../../contract/requests.ts";
import { conflictsOf } from "../../request-conflicts.ts";
import { nextFreeStart, shownSlots } from "./free-time.ts";
import { instantOf, isSkipped, nextHalfHour, type StartTime, startTimeAt } from "./start-time.ts";
import { weeksOf } from "./weeks.ts";

const minuteMs = 60_000;
const windowMs = bookingLimits.windowDays * 24 * 60 * minuteMs;

/** The time of the set, as entered in the form's fields, and what follows from it and from existing bookings. */
export function useWhen(
  booked: readonly SetView[],
  { isWeekly, isManager }: { isWeekly: boolean; isManager: boolean },
) {
  const clock = useViewerClock();
  const now = useNow(10_000);
  const zone = clock !== null && isTimeZone(clock.zone) ? clock.zone : "UTC";
  const [chosen, setChosen] = useState<StartTime | null>(null);
  const [duration, setDuration] = useState<number>(1);
  const [weeks, setWeeks] = useState("1");

  // Until someone chooses, it moves on with the clock.
  const start = chosen ?? nextHalfHour(now, zone);
  const startsAt = instantOf(start, zone);
  const weekCount = isWeekly ? weeksOf(weeks) : 1;
  const series: Series = useMemo(
    () => ({
      startsAt,
      endsAt: startsAt + Math.round(duration * 60) * minuteMs,
      weeks: weekCount ?? 1,
      timeZone: zone,
    }),
    [startsAt, duration, weekCount, zone],
  );
  const slots = useMemo(() => slotsOf(series), [series]);
  const conflicts = useMemo(() => conflictsOf({ slots: shownSlots(series) }, booked), [series, booked]);
  const nextFree = useMemo(
    () => (conflicts.length === 0 ? null : nextFreeStart(series, booked)),
    [conflicts, series, booked],
  );

  return {
    telling: { zone, hour12: clock?.hour12 ?? false, now },
    start,
    setStart: setChosen,
    setStartAt: (at: number) => setChosen(startTimeAt(at, zone)),
    duration,
    setDuration,
    weeks,
    setWeeks,
    /** Null where the number of weeks is missing. */
    weekCount,
    series,
    slots,
    /** The shift of each week in ms, as the call expects it. */
    dst: shiftsOf(slots),
    isSkipped: isSkipped(start, zone),
    problem: problemOf(startsAt, now) ?? (isManager ? null : oddTime(start, duration)),
    conflicts,
    nextFree,
  };
}

export type When = ReturnType<typeof useWhen>;

/** A time that only managers can choose, such as one chosen for a stage of one's own before another stage; or null. */
function oddTime({ minute }: StartTime, duration: number): string | null {
  if (minute % 30 === 0 && bookingLimits.durations.some((hours) => hours === duration)) return null;
  return `Start on the hour or half hour, for up to ${countOf(Math.max(...bookingLimits.durations), "hour", "hours")}`;
}

/** Returns the reason why a set cannot start then, or null. */
function problemOf(startsAt: number, now: number): string | null {
  if (startsAt <= now) return timePassed;
  return startsAt > now + windowMs ? `You can book up to ${bookingLimits.windowDays} days ahead.` : null;
}
