/**
 * Times by which a page looks again. SWR asks a function for its interval once, before anything is loaded, and starts the interval again for another
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

test("what says the state of a set takes it from a clock with steps of a second", () => {
  const sources = listSources().filter((path) => /^app\/.*\.tsx?$/.test(path) && !isTest(path));
  const functions = sources.flatMap((path) =>
    read(path)
      .split(/^(?=(?:export )?(?:default )?(?:async )?(?:function|const) )/m)
      .map((text) => ({ path, text })),
  );
  const saying = functions.filter(({ text }) => /\b(?:stateNow|setTimeState)\(/.test(text));
  const own = saying.filter(({ text }) => text.includes("useNow("));
  expect(own.length).toBeGreaterThan(8);
  const isSlow = ({ text }: { text: string }) => /useNow\([^)]/.test(text);
  expect(own.filter(isSlow).map(({ path }) => path)).toEqual([]);
});
