import { expect, test } from "vitest";
import { blocksOf, countPastDays, dateOf, hoursShown, instantAt, minuteOf, weekOf } from "./week.ts";

const hourMs = 3_600_000;
const berlin = "Europe/Berlin";
/** Saturday 21 November 2026, 12:00 in Berlin. */
const noon = Date.UTC(2026, 10, 21, 11);

test("a week runs from Monday to Sunday around the instant in any zone", () => {
  expect(weekOf(noon, berlin).map(({ date }) => date)).toEqual([
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
  ]);
  expect(weekOf(noon, berlin, 1)[0]?.date).toBe("2026-11-23");
  expect(weekOf(Date.UTC(2026, 10, 22, 23, 30), berlin)[0]?.date).toBe("2026-11-23");
});

test("the days of a clock change have 25 and 23 hours", () => {
  const lengthOf = (at: number) => {
    const sunday = weekOf(at, berlin)[6];
    return sunday && (sunday.endsAt - sunday.startsAt) / hourMs;
  };
  expect(lengthOf(Date.UTC(2026, 9, 25, 12))).toBe(25);
  expect(lengthOf(Date.UTC(2026, 2, 29, 12))).toBe(23);
});

test("days before today are past, and other weeks have no current day", () => {
  expect(countPastDays(weekOf(noon, berlin), noon)).toBe(5);
  const monday = Date.UTC(2026, 10, 15, 23);
  expect(countPastDays(weekOf(monday, berlin), monday)).toBe(0);
  expect(countPastDays(weekOf(monday, berlin), monday + 23 * hourMs)).toBe(0);
  expect(countPastDays(weekOf(monday, berlin), monday + 24 * hourMs)).toBe(1);
  for (const offset of [-1, 1]) expect(countPastDays(weekOf(noon, berlin, offset), noon)).toBe(0);
});

test("a set over midnight appears on both days", () => {
  const set = { startTime: Date.UTC(2026, 10, 21, 22), endTime: Date.UTC(2026, 10, 22, 1) };
  const [, , , , , saturday, sunday] = weekOf(noon, berlin);
  expect(saturday && blocksOf([set], saturday, berlin)).toMatchObject([{ fromMinute: 1380, toMinute: 1440 }]);
  expect(sunday && blocksOf([set], sunday, berlin)).toMatchObject([{ fromMinute: 0, toMinute: 120 }]);
});

test("a set that ends at midnight does not appear on the next day", () => {
  const set = { startTime: Date.UTC(2026, 10, 21, 22), endTime: Date.UTC(2026, 10, 21, 23) };
  const [, , , , , , sunday] = weekOf(noon, berlin);
  expect(sunday && blocksOf([set], sunday, berlin)).toEqual([]);
});

test("a date and local time convert back to their instant, also around a clock change", () => {
  for (const instant of [noon, Date.UTC(2026, 2, 29, 0, 30), Date.UTC(2026, 2, 29, 1, 30)]) {
    expect(instantAt(dateOf(instant, berlin), minuteOf(instant, berlin), berlin)).toBe(instant);
  }
  // 02:30 does not exist on 29 March: the set starts an hour later in local time.
  expect(minuteOf(instantAt("2026-03-29", 150, berlin), berlin)).toBe(210);
});

test("the visible hours contain every block with a margin and a minimum range", () => {
  const block = (fromMinute: number, toMinute: number) => ({ set: null, fromMinute, toMinute });
  expect(hoursShown([])).toEqual({ from: 16, to: 24 });
  expect(hoursShown([block(20 * 60, 22 * 60)])).toEqual({ from: 16, to: 24 });
  expect(hoursShown([block(60, 120)])).toEqual({ from: 0, to: 8 });
  expect(hoursShown([block(0, 60), block(1380, 1440)])).toEqual({ from: 0, to: 24 });
  expect(hoursShown([block(600, 660), block(1200, 1290)])).toEqual({ from: 9, to: 23 });
});
