import { expect, test } from "vitest";
import { isHeard } from "./rule.ts";

const minuteMs = 60_000;

test("four minutes are enough, and half of a track that is over and not too short", () => {
  expect(isHeard(4 * minuteMs, null)).toBe(true);
  expect(isHeard(4 * minuteMs - 1, null)).toBe(false);
  expect(isHeard(90_000, 3 * minuteMs)).toBe(true);
  expect(isHeard(89_999, 3 * minuteMs)).toBe(false);
  expect(isHeard(4 * minuteMs, 60 * minuteMs)).toBe(true);
  expect(isHeard(29_999, 29_999)).toBe(false);
});
