import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { shiftsOf } from "./clock-changes.ts";
import { slotsOf } from "./series.ts";
import { isTimeZone, localMinuteOf } from "./time-zone.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const zones = Intl.supportedValuesOf("timeZone");

/** The local time according to the platform's own formatter: another implementation than the one under test. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function wallTime(instant: number, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    clocks.set(timeZone, clock);
  }
  return clock.format(instant);
}

/** The expected start of a week: the local time of the first; if that is skipped, the end of the gap. */
function checkWeek(start: number, expected: string, timeZone: string): string | null {
  const said = wallTime(start, timeZone);
  if (said === expected) {
    // The first of two equal local times: an hour (or half an hour) before must differ.
    const earlier = [30, 60, 120].find(
      (minutes) => wallTime(start - minutes * 60_000, timeZone) === expected,
    );
    return earlier === undefined ? null : `${expected} was there ${earlier} minutes before`;
  }
  // Skipped: a minute before, the local time was before the wanted one, which never occurs.
  const before = wallTime(start - 60_000, timeZone);
  return before < expected || before.slice(0, 3) !== expected.slice(0, 3)
    ? null
    : `${said} in the place of ${expected}`;
}

/** All changes of a zone's clocks from 2024 to 2038, as text: zones that share them are one clock under many names. */
function changesOf(timeZone: string): string {
  const changes: string[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.from("2024-01-01T00:00Z").toZonedDateTimeISO(timeZone);
  while (at !== null && at.year < 2039) {
    changes.push(`${at.epochMilliseconds} ${at.offset}`);
    at = at.getTimeZoneTransition("next");
  }
  return changes.join();
}

describe("a weekly series over the changes of the clocks", () => {
  test("keeps its local time in every zone from 2024 to 2037", () => {
    const wrong: string[] = [];
    const clocks = Map.groupBy(zones, changesOf);
    expect(clocks.size).toBeGreaterThan(50);
    for (const [timeZone = ""] of clocks.values()) {
      // Series that cross both changes of each year, at hours that are skipped and doubled somewhere.
      for (let year = 2024; year <= 2037; year++) {
        for (const hour of [0.5, 1.5, 2.5, 12]) {
          const startsAt = Date.UTC(year, 1, 25) + hour * hourMs - offsetAt(Date.UTC(year, 1, 25), timeZone);
          const slots = slotsOf({ startsAt, endsAt: startsAt + hourMs, weeks: 45, timeZone });
          const expected = wallTime(startsAt, timeZone);
          for (const { startsAt: start, endsAt } of slots) {
            const fault = start === startsAt ? null : checkWeek(start, expected, timeZone);
            if (fault !== null) wrong.push(`${timeZone} ${new Date(start).toISOString()}: ${fault}`);
            if (endsAt - start !== hourMs) wrong.push(`${timeZone}: a set of another length`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("moves a skipped time to the first existing one, and uses the first of a repeated time", () => {
    const at = (text: string) => Date.parse(text);
    const berlin = (first: string) =>
      slotsOf({ startsAt: at(first), endsAt: at(first) + hourMs, weeks: 2, timeZone: "Europe/Berlin" })[1];
    expect(berlin("2026-03-22T02:30+01:00")?.startsAt).toBe(at("2026-03-29T03:00+02:00"));
    expect(berlin("2026-10-18T02:30+02:00")?.startsAt).toBe(at("2026-10-25T02:30+02:00"));
  });

  test("reports the shift of each week", () => {
    const startsAt = Date.parse("2026-10-18T20:00+02:00");
    const slots = slotsOf({ startsAt, endsAt: startsAt + hourMs, weeks: 3, timeZone: "Europe/Berlin" });
    expect(shiftsOf(slots)).toEqual([0, hourMs, hourMs]);
  });

  test("has whole weeks between sets in zones without clock changes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1.7e12, max: 2.1e12 }),
        fc.integer({ min: 1, max: 26 }),
        (startsAt, weeks) => {
          const slots = slotsOf({ startsAt, endsAt: startsAt + 1, weeks, timeZone: "UTC" });
          expect(slots.map((slot) => slot.startsAt)).toEqual(
            Array.from({ length: weeks }, (_, week) => startsAt + week * weekMs),
          );
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});

test("zones are valid by name, not by offset", () => {
  expect(["Europe/Berlin", "UTC", "Asia/Kathmandu"].every(isTimeZone)).toBe(true);
  expect(["+02:00", "", "Mars/Olympus", "Europe", "__proto__"].some(isTimeZone)).toBe(false);
});

test("a zone offset of three quarters of an hour is read correctly", () => {
  expect(localMinuteOf(Date.parse("2026-05-01T12:15:00Z"), "Asia/Kathmandu")).toBe(0);
});

function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute")) - instant;
}
