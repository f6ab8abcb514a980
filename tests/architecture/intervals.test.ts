/**
 * SWR asks a function for its interval once, before anything is loaded, and starts the interval again for another
 * function: one that a component writes where it passes it never ends on a page that renders more often than that.
 */
import { expect, test } from "vitest";
import { isTest, listSources, read } from "./source-files.ts";

test("an interval of SWR is a number", () => {
  const sources = listSources().filter((path) => path.startsWith("app/") && !isTest(path));
  const intervals = sources.flatMap((path) =>
    [...read(path).matchAll(/refreshInterval: ([^,\n}]*)/g)].map(
      ([, value = ""]) => `${path}: ${value.trim()}`,
    ),
  );
  expect(intervals.length).toBeGreaterThan(5);
  const isNumber = /: (?:[\d_]+|[\w.]*[mM]s|[^:]* \? [\w.]*Ms : 0)$/;
  expect(intervals.filter((interval) => !isNumber.test(interval))).toEqual([]);
});
