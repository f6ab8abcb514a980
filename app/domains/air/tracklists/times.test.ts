import { expect, test } from "vitest";
import { wrongTimes } from "./times.ts";

const min = 60_000;
const from = Date.UTC(2026, 10, 20, 20);
const now = from + 40 * min;
const at = (start: number, end: number | null, endsAt: number | null) =>
  wrongTimes(
    { startsAt: from + start * min, endsAt: end === null ? null : from + end * min },
    { startsAt: from, endsAt: endsAt === null ? null : from + endsAt * min },
    now,
  );

test.each([
  [0, null, 30],
  [-4, 2, 30],
  [25, 34, 30],
  [39, null, null],
  [39, 41, null],
])("from %d to %j of a performance that ended at %j is possible", (start, end, endsAt) => {
  expect(at(start, end, endsAt)).toBeNull();
});

test.each([
  [-6, null, 30, "Choose a start within the performance."],
  [36, null, 30, "Choose a start within the performance."],
  [46, null, null, "Choose a start within the performance, up to now"],
  [10, 36, 30, "Choose an end before the end of the performance"],
  [10, 46, null, "Choose an end that has already passed"],
  [10, 10, 30, "Choose an end after the start"],
])("from %d to %j of a performance that ended at %j is not", (start, end, endsAt, words) => {
  expect(at(start, end, endsAt)).toContain(words);
});
