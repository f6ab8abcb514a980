import { expect, test } from "vitest";
import { extensionsOf, whyNoExtension } from "./extensions.ts";

const hourMs = 3_600_000;
const set = { startTime: 0, endTime: hourMs };

test("a set can be extended up to the start of the next one", () => {
  expect(extensionsOf(set, null)).toEqual([5, 15, 30, 60]);
  expect(extensionsOf(set, hourMs + hourMs / 2)).toEqual([5, 15, 30]);
  expect(extensionsOf(set, hourMs)).toEqual([]);
});

test("a set can be extended to twelve hours", () => {
  expect(extensionsOf({ startTime: 0, endTime: 11.5 * hourMs }, null)).toEqual([5, 15, 30]);
  expect(extensionsOf({ startTime: 0, endTime: 12 * hourMs }, null)).toEqual([]);
});

test("a manager is told what is in the way of an extension", () => {
  expect(whyNoExtension(set, hourMs + 60_000)).toContain("the next one starts too soon");
  const longest = { startTime: 0, endTime: 12 * hourMs };
  expect(whyNoExtension(longest, null)).toContain("at most 12 hours long");
  expect(whyNoExtension(longest, 13 * hourMs)).toContain("at most 12 hours long");
});
