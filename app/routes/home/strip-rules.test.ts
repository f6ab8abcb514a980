import { describe, expect, it, test } from "vitest";
import {
  canScrollRight,
  drawnAtOnce,
  drawnFrom,
  itemsAtEnd,
  itemsPerScroll,
  upcomingHref,
} from "./strip-rules.ts";

test("the strip scrolls 2 items at a time", () => expect(itemsPerScroll).toBe(2));

describe("scrolling right is allowed", () => {
  it("up to the count minus 5 where five or more items fit", () => {
    expect(itemsAtEnd).toBe(5);
    for (const inView of [5, 6, 9]) {
      expect(canScrollRight({ position: 14, count: 20, inView })).toBe(true);
      expect(canScrollRight({ position: 15, count: 20, inView })).toBe(false);
      expect(canScrollRight({ position: 0, count: 5, inView })).toBe(false);
    }
  });

  it("to the last item where fewer fit", () => {
    expect(canScrollRight({ position: 0, count: 5, inView: 2 })).toBe(true);
    expect(canScrollRight({ position: 3, count: 5, inView: 2 })).toBe(false);
  });
});

test("only items within a scroll or two of the view are rendered", () => {
  expect(drawnFrom(0)).toBe(0);
  for (const position of [drawnAtOnce * 2 - 1, drawnAtOnce * 2, 1_000, 1_999]) {
    const behind = position - drawnFrom(position);
    expect(behind).toBeGreaterThanOrEqual(drawnAtOnce);
    expect(behind).toBeLessThan(2 * drawnAtOnce);
  }
});

describe("a click", () => {
  const user = { id: "dj", _id: "dj", username: "dj", profile: null };
  const room = { id: "stage", name: "stage" };

  it("on a live set with an end opens its stage", () => {
    expect(upcomingHref({ user, room, endTime: 5 }, true)).toBe("/room/stage");
  });

  it("on other sets opens the performer's profile", () => {
    expect(upcomingHref({ user, room, endTime: 5 }, false)).toBe("/profile/dj");
    expect(upcomingHref({ user, room: null, endTime: null }, true)).toBe("/profile/dj");
  });
});
