import { expect, test } from "vitest";
import { ArrivalGauge } from "./arrival-gauge.ts";

/** 128 kbit/s in pieces of `everyMs`, with waits at certain times (ms): what was due comes at their end. */
function send(everyMs: number, seconds: number, waits: Record<number, number> = {}) {
  const gauge = new ArrivalGauge(0);
  let resumesAt = 0;
  for (let now = everyMs; now <= seconds * 1_000; now += everyMs) {
    resumesAt = Math.max(resumesAt, now + (waits[now] ?? 0));
    gauge.arrived(everyMs * 16, Math.max(now, resumesAt));
  }
  return gauge;
}

test.each([20, 250, 1_000])("pieces every %d ms are a steady 128 kbit/s without gaps", (everyMs) => {
  const gauge = send(everyMs, 12);
  expect(gauge.bitrate(12_000)).toBe(128_000);
  expect(gauge.drops(12_000)).toEqual({ count: 0, longestMs: 0 });
  expect(gauge.quietMs(15_500)).toBe(3_500);
});

test("waits that exceed the usual by what listeners hold are gaps, for a minute", () => {
  const gauge = send(20, 12, { 5_000: 250, 7_000: 500, 9_000: 1_200 });
  expect(gauge.drops(12_000)).toEqual({ count: 2, longestMs: 1_220 });
  expect(gauge.drops(68_000)).toEqual({ count: 1, longestMs: 1_220 });
  expect(gauge.drops(72_000)).toEqual({ count: 0, longestMs: 0 });
});

test("an encoder that sends a second at a time has a gap only where it misses one", () => {
  expect(send(1_000, 12, { 8_000: 200 }).drops(12_000).count).toBe(0);
  expect(send(1_000, 12, { 8_000: 900 }).drops(12_000).count).toBe(1);
});
