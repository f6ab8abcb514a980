import { expect, test } from "vitest";
import { findOverrun } from "./overrun.ts";

const endTime = 10 * 3_600_000;
const minute = 60_000;

test.each<[string, Parameters<typeof findOverrun>[0], number, ReturnType<typeof findOverrun>]>([
  ["during the set", { endTime, next: null }, endTime - 1, null],
  ["without a set", { endTime: null, next: null }, endTime, null],
  ["with nobody after it", { endTime, next: null }, endTime, { until: endTime + 2 * minute, next: null }],
  [
    "with somebody due at the end",
    { endTime, next: { username: "bob", startTime: endTime } },
    endTime + minute,
    { until: endTime + 2 * minute, next: "bob" },
  ],
  [
    "with somebody who may be early",
    { endTime, next: { username: "bob", startTime: endTime + 3 * minute } },
    endTime,
    { until: endTime + 2 * minute, next: "bob" },
  ],
  [
    "with somebody later",
    { endTime, next: { username: "bob", startTime: endTime + 4 * minute } },
    endTime,
    { until: endTime + 2 * minute, next: null },
  ],
])("an overrun %s", (_, set, now, overrun) => {
  expect(findOverrun(set, now)).toEqual(overrun);
});
