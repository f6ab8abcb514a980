/** A week as a grid of days and minutes in a zone: pure, so that clock changes can be tested. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { localDayOf, shiftedInstantOf } from "#app/domains/base/time/time-zone.ts";

export interface Day {
  /** `2026-11-21`. */
  date: string;
  /** Midnight, and the next one: 23 to 25 hours apart. */
  startsAt: number;
  endsAt: number;
}

/** Start and end; without an end where `endTime` is null. */
type Span = Pick<SetView, "startTime" | "endTime">;

/** The part of a set on one day. Minutes are in local time, 0 to 1440. */
export interface Block<Set> {
  set: Set;
  fromMinute: number;
  toMinute: number;
}

export const dayMinutes = 1440;

const minuteMs = 60_000;
const dayMs = dayMinutes * minuteMs;

/** `2026-11-21`, of its midnight in local time. */
const toDate = (day: number) => new Date(day).toISOString().slice(0, 10);

/** Monday to Sunday around an instant, `offset` weeks later. */
export function weekOf(instant: number, zone: string, offset = 0): Day[] {
  const { day: today } = localDayOf(instant, zone);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => {
    const day = today + (index - sinceMonday + 7 * offset) * dayMs;
    return {
      date: toDate(day),
      startsAt: shiftedInstantOf(day, zone),
      endsAt: shiftedInstantOf(day + dayMs, zone),
    };
  });
}

/**
 * Counts the days at the start of the week around `now` that are over; 0 for other weeks, which are opened to be seen.
 */
export function countPastDays(week: readonly Day[], now: number): number {
  const isThisWeek = week.some((day) => day.startsAt <= now && now < day.endsAt);
  return isThisWeek ? week.filter(({ endsAt }) => endsAt <= now).length : 0;
}

/** The parts of sets on a day, by start; a set over midnight has a part on both days. */
export function blocksOf<Set extends Span>(sets: readonly Set[], day: Day, zone: string): Block<Set>[] {
  return sets.flatMap((set) => {
    const end = set.endTime ?? set.startTime;
    if (set.startTime >= day.endsAt || end <= day.startsAt) return [];
    const fromMinute = set.startTime <= day.startsAt ? 0 : minuteOf(set.startTime, zone);
    const toMinute = end >= day.endsAt ? dayMinutes : minuteOf(end, zone);
    // Where the clocks go back during a set, it may end at an earlier local time than it started.
    const least = Math.min(minMinutes, (end - set.startTime) / minuteMs);
    return [{ set, fromMinute, toMinute: Math.max(toMinute, fromMinute + least) }];
  });
}

/** Minutes that a block needs to be visible, where its set is that long. */
const minMinutes = 30;

/** Minutes since midnight in local time. */
export function minuteOf(instant: number, zone: string): number {
  return Math.floor(localDayOf(instant, zone).timeMs / minuteMs);
}

/** The calendar day of an instant, `2026-11-21`. */
export function dateOf(instant: number, zone: string): string {
  return toDate(localDayOf(instant, zone).day);
}

/** The instant of a date and a local minute; one that the clocks skip is moved to after the gap. */
export function instantAt(date: string, minute: number, zone: string): number {
  return shiftedInstantOf(Date.parse(`${date}T00:00Z`) + minute * minuteMs, zone);
}

/**
 * Whole hours that contain all blocks with an hour of margin, never fewer than `least`; the evening where there is
 * none.
 */
export function hoursShown(blocks: readonly Block<unknown>[], min = 8): { from: number; to: number } {
  if (blocks.length === 0) return { from: 24 - min, to: 24 };
  const from = Math.floor(Math.min(...blocks.map(({ fromMinute }) => fromMinute)) / 60) - 1;
  const to = Math.ceil(Math.max(...blocks.map(({ toMinute }) => toMinute)) / 60) + 1;
  const missing = Math.max(0, min - (to - from));
  const first = Math.max(0, Math.min(from - Math.floor(missing / 2), 24 - min));
  return { from: first, to: Math.min(24, Math.max(to, first + min)) };
}
