import { expect, test } from "vitest";
import { Timeline } from "./timeline.ts";

test("what is made late of a moment has the time of that moment", () => {
  const timeline = new Timeline();
  for (let n = 1; n <= 400; n++) timeline.add(20, 1_000 + n * 20);
  expect(timeline.position).toBe(8_000);
  expect(timeline.timeAt(0)).toBe(1_000);
  expect(timeline.timeAt(4_990)).toBe(5_990);
  expect(timeline.timeAt(9_000)).toBe(10_000);
});

test("times never go back within a burst, after a pause of the source, and across corrections", () => {
  const timeline = new Timeline();
  const times: number[] = [];
  let arrivedAt = 10_000;
  for (let n = 0; n < 1_000; n++) {
    // A burst of a second, then real time with a source that is slow, then three seconds that are missing.
    if (n > 50) arrivedAt += 20.005;
    if (n === 600) arrivedAt += 3_000;
    times.push(timeline.add(20, arrivedAt));
  }
  const found = times.map((_, n) => timeline.timeAt(n * 20));
  for (const [n, at] of times.entries()) expect(found[n]).toBeCloseTo(at, 1);
  const fine = Array.from({ length: 20_000 }, (_, ms) => timeline.timeAt(ms));
  expect(fine.every((at, ms) => ms === 0 || at >= (fine[ms - 1] ?? 0))).toBe(true);
});
