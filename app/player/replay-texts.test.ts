import { expect, test } from "vitest";
import { clockOf } from "./replay-texts.ts";

test.each([
  [-5, "0:00"],
  [7_900, "0:07"],
  [754_000, "12:34"],
  [3_599_999, "59:59"],
  [3_723_000, "1:02:03"],
  [86_400_000, "24:00:00"],
])("%d ms is shown as %s", (ms, words) => {
  expect(clockOf(ms)).toBe(words);
});
