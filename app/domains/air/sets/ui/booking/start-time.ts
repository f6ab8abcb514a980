/** The start of a set as its form enters it: a day, and a twelve-hour time. Pure: the caller provides the zone. */
import { bookingLimits } from "#app/domains/air/sets/contract/requests.ts";
import { localMinuteOf } from "#app/domains/base/time/time-zone.ts";
import { dateOf, dayMinutes, instantAt, minuteOf } from "../calendar/week.ts";

export interface StartTime {
  /** `2026-11-21`. */
  date: string;
  /** 1 to 12. */
  hour: number;
  /** 0 to 59. */
  minute: number;
  period: "AM" | "PM";
}

const dayMs = 24 * 3_600_000;
const noon = dayMinutes / 2;

export function startTimeAt(instant: number, zone: string): StartTime {
  const minute = minuteOf(instant, zone);
  return {
    date: dateOf(instant, zone),
    hour: Math.floor(minute / 60) % 12 || 12,
    minute: minute % 60,
    period: minute < noon ? "AM" : "PM",
  };
}

/** The first half hour on that zone's clock that is still to come. */
export function nextHalfHour(now: number, zone: string): StartTime {
  return startTimeAt(now + (30 - (localMinuteOf(now, zone) % 30)) * 60_000, zone);
}

/** Minutes since midnight in local time. */
export function wallMinuteOf({ hour, minute, period }: StartTime): number {
  return (hour % 12) * 60 + minute + (period === "PM" ? noon : 0);
}

/** Epoch ms. A time that the clocks skip on that day is as far after the gap as it is into it. */
export function instantOf(start: StartTime, zone: string): number {
  return instantAt(start.date, wallMinuteOf(start), zone);
}

/** Whether the zone's clocks skip this time on that day. */
export function isSkipped(start: StartTime, zone: string): boolean {
  return minuteOf(instantOf(start, zone), zone) !== wallMinuteOf(start);
}

/** A calendar day from midnight to midnight: 23 to 25 hours. */
export function dayOf(date: string, zone: string): { date: string; startsAt: number; endsAt: number } {
  const startsAt = instantAt(date, 0, zone);
  // Noon plus a whole day: a clock change never leads past the next day.
  const next = dateOf(instantAt(date, noon, zone) + dayMs, zone);
  return { date, startsAt, endsAt: instantAt(next, 0, zone) };
}

/** The next 30 days, today first. */
export function bookingDates(now: number, zone: string): string[] {
  const today = instantAt(dateOf(now, zone), noon, zone);
  return Array.from({ length: bookingLimits.windowDays }, (_, day) => dateOf(today + day * dayMs, zone));
}
