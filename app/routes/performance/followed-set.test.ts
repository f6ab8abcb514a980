import { expect, test } from "vitest";
import { type FollowedSet, isSettled, withFollowed } from "./followed-set.ts";
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

test("a page is read again until its set is over and off the air, and what was on air is stored", () => {
  const end = set.endTime;
  const at = (after: number, about: object = {}) =>
    isSettled({ ...data, replay: null, tracklist: null, now: end + after, ...about });
  expect(at(-1)).toBe(false);
  expect([at(0), at(29_999), at(30_000)]).toEqual([false, false, true]);
  // It overran, and has just gone off the air.
  const tracklist = (endTime: number | null) => ({ tracklist: { endTime } });
  expect(at(200_000, tracklist(null))).toBe(false);
  expect(at(100_000, tracklist(end + 90_000))).toBe(false);
  expect(at(120_000, tracklist(end + 90_000))).toBe(true);
  // It was dropped long before its end, and its recording is still open.
  const dropped = { ...tracklist(end - 100_000), replay: { endTime: null } };
  expect(at(200_000, dropped)).toBe(false);
  expect(at(200_000, { ...dropped, replay: { endTime: end - 100_000 } })).toBe(true);
  // Nothing closes it.
  expect(at(600_000, dropped)).toBe(true);
  expect(at(-1, { set: null })).toBe(true);
});

test("a page that was read past the end of a set that is still on air follows it", () => {
  const state = { name: "on-air", since: now, isPastEnd: true } as const;
  const overrun = { ...data, set: { ...data.set, state }, replay: null, tracklist: null } as typeof data;
  expect(isSettled({ ...overrun, now: set.endTime + 60_000 })).toBe(false);
});
