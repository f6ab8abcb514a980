import { expect, test } from "vitest";
import { standingOf } from "./set-standing.ts";

const set = { status: "accepted", startTime: 1_000_000, endTime: 2_000_000 } as const;
const onAir = { name: "on-air", since: 1_000_000 } as const;

test("a set is upcoming, live, and over by the clock", () => {
  const times = [999_999, 1_000_000, 2_000_000];
  expect(times.map((now) => standingOf(set, now))).toEqual(["upcoming", "live", "over"]);
  expect(standingOf({ ...set, status: "cancelled" }, 1_500_000)).toBe("cancelled");
});

test("a set that its stage has on air past its end is not over", () => {
  expect(standingOf({ ...set, state: { ...onAir, isPastEnd: true } }, 2_030_000)).toBe("overrun");
  // It was read before the end.
  expect(standingOf({ ...set, state: onAir }, 2_030_000)).toBe("over");
});
