import { expect, test } from "vitest";
import { extraMinutes, halfHours, lengthParts, lengthText } from "./set-length.ts";

test("a manager's form can enter every length from a minute to twelve hours", () => {
  const lengths = halfHours.flatMap((halves) => extraMinutes(halves).map((extra) => halves * 60 + extra));
  expect(lengths).toEqual(Array.from({ length: 720 }, (_, index) => index + 1));
});

test("a length is half hours and the minutes beyond them", () => {
  expect(lengthParts(1)).toEqual({ halves: 1, extra: 0 });
  expect(lengthParts(100 / 60)).toEqual({ halves: 1.5, extra: 10 });
  expect(lengthParts(7 / 60)).toEqual({ halves: 0, extra: 7 });
});

test("a length that is not in half hours is given in minutes", () => {
  expect([0.5, 1, 1.5].map(lengthText)).toEqual(["0.5 hours", "1 hour", "1.5 hours"]);
  expect([10 / 60, 100 / 60].map(lengthText)).toEqual(["10 min", "100 min"]);
});
