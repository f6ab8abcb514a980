import { expect, test } from "vitest";
import { ServerClock } from "./server-clock.ts";

function clockAt(wall: number) {
  const hand = { local: 1_000, wall };
  const clock = new ServerClock(
    () => hand.local,
    () => hand.wall,
  );
  return { hand, clock };
}

test("the fastest response decides, and a step of the host's clock has no effect", () => {
  const { hand, clock } = clockAt(5_000_000);
  hand.local = 1_100;
  clock.learn(9_000_000, 1_000); // 100 ms round trip: 9,000,050 now
  expect(clock.now()).toBe(9_000_050);
  hand.local = 3_100;
  clock.learn(9_009_999, 1_100); // 2 s round trip: ignored
  expect(clock.now()).toBe(9_002_050);
  hand.wall = 0;
  expect(clock.now()).toBe(9_002_050);
});

test("a clock ten minutes off is corrected by a Date header, and a second off is left to better sources", () => {
  const { clock } = clockAt(5_000_000);
  expect(clock.correct(5_001_000)).toBeUndefined();
  expect(clock.correct(5_600_000)).toBe(600_000);
  expect(clock.now()).toBe(5_600_000);
});
