import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pacer } from "./pacer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends packets of 20 ms in chunks for some seconds. Returns when each left, in ms. */
function send(seconds: number, lumpMs: (atMs: number) => number): number[] {
  const left: number[] = [];
  const pacer = new Pacer<number>(
    () => left.push(Date.now()),
    () => Date.now(),
  );
  vi.setSystemTime(0);
  let made = 0;
  for (let now = 0; now < seconds * 1_000; now += 20) {
    vi.advanceTimersByTime(20);
    if ((now + 20) % lumpMs(now) === 0) for (; made <= now; made += 20) pacer.push(made, made);
  }
  vi.advanceTimersByTime(3_000);
  pacer.flush();
  return left;
}

const gapsOf = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

test("a steady encoder is not delayed", () => {
  const left = send(10, () => 20);
  expect(left).toEqual(left.map((_, index) => (index + 1) * 20));
});

test("chunks of a second are smoothed after the first few, and nothing is lost", () => {
  const left = send(20, () => 1_000);
  expect(left).toHaveLength(1_000);
  expect(Math.max(...gapsOf(left.slice(300)))).toBeLessThanOrEqual(25);
});

test.each([1_000, 4_000])("one stall of %d ms adds no delay to later packets", (stallMs) => {
  const left = send(20, (at) => (at >= 8_000 && at < 8_000 + stallMs ? stallMs : 20));
  const stallEndsAt = 8_000 + stallMs;
  const after = left.filter((at) => at > stallEndsAt);
  expect(after).toEqual(after.map((_, index) => stallEndsAt + (index + 1) * 20));
});

test("what still waits at the end is sent", () => {
  const left: number[] = [];
  const pacer = new Pacer<number>(
    (item) => left.push(item),
    () => Date.now(),
  );
  vi.setSystemTime(0);
  const all = Array.from({ length: 500 }, (_, index) => index * 20);
  for (let second = 1; second <= 10; second++) {
    vi.setSystemTime(second * 1_000);
    for (const made of all.slice((second - 1) * 50, second * 50)) pacer.push(made, made);
  }
  expect(left.length).toBeLessThan(500);
  pacer.flush();
  expect(left).toEqual(all);
});
