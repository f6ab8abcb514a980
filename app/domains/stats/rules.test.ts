import { expect, test } from "vitest";
import { toHours } from "./rules.ts";

test("time on air counts in half hours", () => {
  expect([0, 899_999, 900_000, 5_400_000].map(toHours)).toEqual([0, 0, 0.5, 1.5]);
});
