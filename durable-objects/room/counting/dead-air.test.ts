import { expect, test } from "vitest";
import { isSoundExpected, maxDeadAirMs } from "./dead-air.ts";

const now = 1_000_000_000;
const set = (from: number, to: number | null) => ({
  startTime: now + from,
  endTime: to === null ? null : now + to,
});

test("players stay connected for ten minutes after the last sound", () => {
  expect(isSoundExpected({ sets: [] }, now)).toBe(false);
  expect(isSoundExpected({ sets: [], endedAt: now - maxDeadAirMs + 1 }, now)).toBe(true);
  expect(isSoundExpected({ sets: [], endedAt: now - maxDeadAirMs }, now)).toBe(false);
});

test("players stay connected during a set of an absent performer, and ten minutes before it", () => {
  expect(isSoundExpected({ sets: [set(-3_600_000, 1)] }, now)).toBe(true);
  expect(isSoundExpected({ sets: [set(-3_600_000, null)] }, now)).toBe(true);
  expect(isSoundExpected({ sets: [set(-3_600_000, 0)] }, now)).toBe(false);
  expect(isSoundExpected({ sets: [set(maxDeadAirMs, 3_600_000)] }, now)).toBe(true);
  expect(isSoundExpected({ sets: [set(maxDeadAirMs + 1, 3_600_000)] }, now)).toBe(false);
});
