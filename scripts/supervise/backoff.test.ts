import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";

test("the first restart is within half a second, and later ones are increasingly delayed", () => {
  const backoff = createBackoff();
  const waits = Array.from({ length: 8 }, () => backoff.next(100));
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(waits).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

test("a child that ran well is restarted immediately again", () => {
  const backoff = createBackoff();
  for (let i = 0; i < 6; i++) backoff.next(100);
  expect(backoff.next(60_000)).toBe(200);
});
