/**
 * SWR starts an interval again whenever it is given another function: one that a component writes where it passes it
 * never ends on a page that renders more often than that, such as one with a countdown.
 */
import { expect, test } from "vitest";
import { isTest, listSources, read } from "./source-files.ts";

test("an interval of SWR is a number, or a function of its module", () => {
  const sources = listSources().filter((path) => path.startsWith("app/") && !isTest(path));
  const polling = sources.filter((path) => read(path).includes("refreshInterval"));
  expect(polling.length).toBeGreaterThan(5);
  expect(polling.filter((path) => /refreshInterval: (?:async )?\(/.test(read(path)))).toEqual([]);
});
