import { expect, test } from "vitest";
import { clockChanges } from "#app/domains/base/time/clock-changes.ts";
import { slotsOf } from "#app/domains/base/time/series.ts";
import { shiftText } from "./shift-text.ts";

const hourMs = 3_600_000;
const series = (startsAt: number, weeks: number, timeZone: string) =>
  slotsOf({ startsAt, endsAt: startsAt + 2 * hourMs, weeks, timeZone });
/** Saturdays at 21:00 in Berlin, around the end of summer time on 25 October 2026. */
const saturdays = series(Date.UTC(2026, 9, 10, 19), 4, "Europe/Berlin");
const here = { zone: "Europe/Berlin", hour12: false, now: Date.UTC(2026, 9, 1) };

test("a clock change names its week, the local time that stays and the UTC time that changes", () => {
  const shifts = clockChanges(saturdays);
  expect(shifts).toMatchObject([{ week: 4, byMs: hourMs }]);
  expect(shifts.map((shift) => shiftText(shift, here))).toEqual([
    "In Europe/Berlin, the clocks change before week 4 (Oct 31). From then on it starts at 21:00 there. For " +
      "anyone whose clocks do not change, it starts an hour later than before, at 20:00 instead of 19:00 UTC.",
  ]);
});

test("a set is earlier for other zones after a change to summer time", () => {
  const [shift] = clockChanges(series(Date.UTC(2027, 2, 7, 2), 3, "America/New_York"));
  expect(shift).toMatchObject({ week: 3, byMs: -hourMs });
  expect(shift && shiftText(shift, { zone: "America/New_York", hour12: true, now: 0 })).toContain(
    "an hour earlier than before, at 1:00 AM instead of 2:00 AM UTC.",
  );
});

test("a change of half an hour is stated in minutes", () => {
  const [shift] = clockChanges(series(Date.UTC(2027, 3, 1, 9), 2, "Australia/Lord_Howe"));
  expect(shift && shiftText(shift, { zone: "Australia/Lord_Howe", hour12: false, now: 0 })).toContain(
    "30 minutes later",
  );
});

test("a single set and a series without a clock change have no notice", () => {
  expect(clockChanges(saturdays.slice(0, 3))).toEqual([]);
  expect(clockChanges(saturdays.slice(0, 1))).toEqual([]);
  expect(clockChanges(series(Date.UTC(2026, 9, 10, 19), 26, "UTC"))).toEqual([]);
});
