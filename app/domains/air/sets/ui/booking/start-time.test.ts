import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bookingDates,
  dayOf,
  instantOf,
  isSkipped,
  nextHalfHour,
  startTimeAt,
  wallMinuteOf,
} from "./start-time.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];
const anyZone = fc.constantFrom(...zones);
const anyInstant = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) });
const halfHourMs = 30 * 60_000;

test("the default start is the next half-hour slot", () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
  expect(nextHalfHour(at("20:10:00"), "UTC")).toEqual({
    date: "2026-11-21",
    hour: 8,
    minute: 30,
    period: "PM",
  });
  expect(nextHalfHour(at("11:30:00"), "UTC")).toMatchObject({ hour: 12, minute: 0, period: "PM" });
  expect(nextHalfHour(at("23:59:59"), "UTC")).toEqual({
    date: "2026-11-22",
    hour: 12,
    minute: 0,
    period: "AM",
  });
  // A zone whose offset has a quarter of an hour.
  expect(nextHalfHour(at("20:10:00"), "Asia/Kathmandu")).toMatchObject({ hour: 2, minute: 0, period: "AM" });
});

test("the next half hour is in the future, at most half an hour away, and on a half hour of the zone", () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (now, zone) => {
      const start = nextHalfHour(now, zone);
      expect(start.minute % 30).toBe(0);
      expect(start.hour).toBeGreaterThanOrEqual(1);
      expect(start.hour).toBeLessThanOrEqual(12);
      const instant = instantOf(start, zone);
      // When the clocks go back, an hour occurs twice, and the first one is meant.
      if (instant > now) expect(instant - now).toBeLessThanOrEqual(2 * halfHourMs);
      else expect(now - instant).toBeLessThanOrEqual(2 * halfHourMs);
    }),
  );
});

test("a displayed time converts back to the same instant, except in the repeated hour", () => {
  fc.assert(
    fc.property(anyInstant, anyZone, (instant, zone) => {
      const whole = instant - (instant % 60_000);
      const start = startTimeAt(whole, zone);
      expect(isSkipped(start, zone)).toBe(false);
      expect([0, halfHourMs, 2 * halfHourMs]).toContain(whole - instantOf(start, zone));
    }),
  );
});

test("a skipped local time is reported and moved after the gap", () => {
  const skipped = { date: "2027-03-28", hour: 2, minute: 30, period: "AM" } as const;
  expect(isSkipped(skipped, "Europe/Berlin")).toBe(true);
  expect(startTimeAt(instantOf(skipped, "Europe/Berlin"), "Europe/Berlin")).toMatchObject({
    hour: 3,
    minute: 30,
  });
  expect(isSkipped(skipped, "UTC")).toBe(false);
});

test("noon is 12 PM and midnight 12 AM", () => {
  const at = (hour: number, period: "AM" | "PM") =>
    wallMinuteOf({ date: "2026-11-21", hour, minute: 30, period });
  expect([at(12, "AM"), at(1, "AM"), at(12, "PM"), at(11, "PM")]).toEqual([30, 90, 750, 1410]);
});

test("the start day choices are the next 30 days once each, also with days of 23 or 25 hours", () => {
  for (const [now, zone] of [
    ["2026-10-10T22:30:00Z", "Europe/Berlin"],
    ["2027-03-13T05:30:00Z", "America/New_York"],
    ["2026-11-21T12:00:00Z", "UTC"],
  ] as const) {
    const dates = bookingDates(Date.parse(now), zone);
    expect(dates).toHaveLength(30);
    expect(new Set(dates).size).toBe(30);
    expect(dates[0]).toBe(startTimeAt(Date.parse(now), zone).date);
    expect(dates).toEqual(dates.toSorted());
  }
});

test("a day lasts from midnight to midnight in 23, 24 or 25 hours", () => {
  const hoursOf = (date: string) => {
    const { startsAt, endsAt } = dayOf(date, "Europe/Berlin");
    return (endsAt - startsAt) / (2 * halfHourMs);
  };
  expect([hoursOf("2027-03-28"), hoursOf("2026-11-21"), hoursOf("2026-10-25")]).toEqual([23, 24, 25]);
});
