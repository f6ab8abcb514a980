import { expect, test } from "vitest";
import { toHours } from "./rules.ts";

test("time on air is what it is, to a tenth of an hour", () => {
  const minutes = [0, 2, 4, 16, 30, 47, 90];
  expect(minutes.map((each) => toHours(each * 60_000))).toEqual([0, 0, 0.1, 0.3, 0.5, 0.8, 1.5]);
});
