import { expect, test } from "vitest";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { isClockAwaited } from "./use-clock.ts";

const air = { status: "live", since: 1_000_000 } as const;
const track = { id: "t", timestamp: 1_001_000 } as LiveSet["tracks"][number];

test("the clock of a set that is or was on air is read until it is known", () => {
  expect(isClockAwaited(null, { air, tracks: [] })).toBe(true);
  expect(isClockAwaited(null, { air: null, tracks: [track] })).toBe(true);
  expect(isClockAwaited([{ position: 0, at: 1_000_000 }], { air, tracks: [track] })).toBe(false);
  // It was not on air yet.
  expect(isClockAwaited(null, { air: null, tracks: [] })).toBe(false);
});
