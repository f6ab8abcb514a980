import { expect, test } from "vitest";
import type { SetView } from "#app/domains/schedule/contract/sets.ts";
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
/** Hours from the start that is asked for. */
const taken = (from: number, until: number) =>
  ({ startTime: start + from * hourMs, endTime: start + until * hourMs }) as SetView;

test("the next free time is the first half hour from which nothing is in the way", () => {
  expect(nextFreeStart(series(1), [taken(-1, 1), taken(1.5, 2)])).toBe(start + 2 * hourMs);
  expect(nextFreeStart(series(0.5), [taken(-1, 1), taken(1.5, 2)])).toBe(start + hourMs);
});

test("of a series every week has to be free", () => {
  const inTwoWeeks = (2 * weekMs) / hourMs;
  expect(nextFreeStart(series(1, 3), [taken(0, 1), taken(inTwoWeeks, inTwoWeeks + 3)])).toBe(
    start + 3 * hourMs,
  );
});

test("where nothing is free within seven days there is none", () => {
  expect(nextFreeStart(series(1), [taken(-1, 24 * 8)])).toBeNull();
});

test("a series is shown week by week", () => {
  expect(shownSlots(series(2, 2))).toEqual([
    { startTime: start, endTime: start + 2 * hourMs },
    { startTime: start + weekMs, endTime: start + weekMs + 2 * hourMs },
  ]);
});
