import { expect, test } from "vitest";
import { clockOf, offsetIn, timeIn } from "./recording-clock.ts";

const start = 1_800_000_000_000;
const clock = clockOf([
  { startedAt: start, endedAt: start + 60_000 },
  { startedAt: start + 150_000, endedAt: start + 200_000 },
  { startedAt: start + 300_000, endedAt: null },
]);

test("a time into a performance is the time on air until then", () => {
  const offsets = [-5, 0, 59, 100, 150, 200, 250, 310].map((s) => offsetIn(clock, start + s * 1_000) / 1_000);
  expect(offsets).toEqual([0, 0, 59, 60, 60, 110, 110, 120]);
});

test("an offset leads back to its time", () => {
  for (const offset of [0, 59_999, 60_000, 90_000, 110_000, 500_000])
    expect(offsetIn(clock, timeIn(clock, offset))).toBe(offset);
});
