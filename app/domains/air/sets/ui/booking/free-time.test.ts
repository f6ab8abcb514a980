import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { nextFreeStart, shownSlots } from "./free-time.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const start = Date.UTC(2026, 10, 28, 20);
const series = (hours: number, weeks = 1) => ({
  startsAt: start,
  endsAt: start + hours * hourMs,
  weeks,
  timeZone: "UTC",
});
/** Returns a taken time, in hours from the requested start. */
const taken = (from: number, until: number) =>
  ({ startTime: start + from * hourMs, endTime: start + until * hourMs }) as SetView;

test("the next free time is the first half hour without a conflict", () => {
  expect(nextFreeStart(series(1), [taken(-1, 1), taken(1.5, 2)])).toBe(start + 2 * hourMs);
  expect(nextFreeStart(series(0.5), [taken(-1, 1), taken(1.5, 2)])).toBe(start + hourMs);
});

test("a series needs every week to be free", () => {
  const inTwoWeeks = (2 * weekMs) / hourMs;
  expect(nextFreeStart(series(1, 3), [taken(0, 1), taken(inTwoWeeks, inTwoWeeks + 3)])).toBe(
    start + 3 * hourMs,
  );
});

test("no free time is suggested if there is none within seven days", () => {
  expect(nextFreeStart(series(1), [taken(-1, 24 * 8)])).toBeNull();
});

test("the slots of a series are listed by week", () => {
  expect(shownSlots(series(2, 2))).toEqual([
    { startTime: start, endTime: start + 2 * hourMs },
    { startTime: start + weekMs, endTime: start + weekMs + 2 * hourMs },
  ]);
});
