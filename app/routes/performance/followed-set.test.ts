import { expect, test } from "vitest";
import { type FollowedSet, withFollowed } from "./followed-set.ts";
import type { PerformancePageData } from "./performance-page-data.ts";

const now = 1_800_000_000_000;
const set = { id: "set", name: "Tide", startTime: now + 60_000, endTime: now + 300_000 };
const data = {
  set: { ...set, state: { name: "booked", since: null } },
  now,
} as unknown as PerformancePageData;
const extended: FollowedSet = {
  startTime: set.startTime,
  endTime: now + 2_100_000,
  state: { name: "on-air", since: now + 60_000 },
  now: now + 90_000,
};

test("an open page of a set follows the state, the times and the clock of its stage", () => {
  expect(withFollowed(data, null)).toBe(data);
  const { endTime, state } = extended;
  expect(withFollowed(data, extended)).toMatchObject({
    set: { id: "set", name: "Tide", endTime, state },
    now: extended.now,
  });
});

test("a page that was read since knows better", () => {
  const read = { ...data, now: extended.now + 1_000 };
  expect(withFollowed(read, extended)).toBe(read);
});
