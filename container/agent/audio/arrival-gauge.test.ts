import { expect, test } from "vitest";
import { noStalls } from "../stall-watch.ts";
import { ArrivalGauge } from "./arrival-gauge.ts";

/**
 * Sends 128 kbit/s in chunks of `everyMs`, with waits at certain times (ms), after which the due chunks arrive
 * together.
 */
function send(everyMs: number, seconds: number, waits: Record<number, number> = {}, stalls = noStalls) {
  const gauge = new ArrivalGauge(0, stalls);
  let resumesAt = 0;
  for (let now = everyMs; now <= seconds * 1_000; now += everyMs) {
    resumesAt = Math.max(resumesAt, now + (waits[now] ?? 0));
    gauge.arrived(everyMs * 16, Math.max(now, resumesAt));
  }
  return gauge;
}

test.each([20, 250, 1_000])("chunks every %d ms are a steady 128 kbit/s without gaps", (everyMs) => {
  const gauge = send(everyMs, 12);
  expect(gauge.bitrate(12_000)).toBe(128_000);
  expect(gauge.drops(12_000)).toEqual({ count: 0, longestMs: 0 });
  expect(gauge.quietMs(15_500)).toBe(3_500);
});

test("waits longer than the listeners' buffer are reported as gaps for a minute", () => {
  const gauge = send(20, 12, { 5_000: 250, 7_000: 500, 9_000: 1_200 });
  expect(gauge.drops(12_000)).toEqual({ count: 2, longestMs: 1_220 });
  expect(gauge.drops(68_000)).toEqual({ count: 1, longestMs: 1_220 });
  expect(gauge.drops(72_000)).toEqual({ count: 0, longestMs: 0 });
});

test("an encoder that sends a second at a time has a gap only where one is missing", () => {
  expect(send(1_000, 12, { 8_000: 200 }).drops(12_000).count).toBe(0);
  expect(send(1_000, 12, { 8_000: 900 }).drops(12_000).count).toBe(1);
});

test("the bitrate is unknown before one second of data has arrived", () => {
  const gauge = new ArrivalGauge(0);
  // The encoder's buffer first, then what it produces.
  for (let now = 0; now < 500; now += 60) {
    gauge.arrived(4_000, now);
    expect(gauge.bitrate(now)).toBe(0);
  }
  for (let now = 500; now <= 3_000; now += 20) gauge.arrived(320, now);
  expect(gauge.bitrate(3_000)).toBeGreaterThan(128_000);
});

/** Nothing was read between two times, because the process stalled or its machine was starved. */
const late = (from: number, to: number, kind: "stalled" | "starved") => ({
  stalledMs: (a: number, b: number) =>
    kind === "stalled" ? Math.max(0, Math.min(b, to) - Math.max(a, from)) : 0,
  wasStarved: (a: number, b: number) => kind === "starved" && a < to && b > from,
});

test("a delay of this process is neither a gap nor a stall of the encoder", () => {
  const stalls = late(7_000, 8_200, "stalled");
  expect(send(20, 12, { 7_000: 1_200 }, stalls).drops(12_000).count).toBe(0);
  expect(send(20, 7, {}, stalls).quietMs(8_200)).toBe(0);
  expect(send(20, 7, {}, stalls).quietMs(11_500)).toBe(3_300);
});

test("a network gap that outlasts a stall is reported with its length without the stall", () => {
  const gauge = send(20, 12, { 7_000: 1_200 }, late(7_000, 7_500, "stalled"));
  expect(gauge.drops(12_000)).toEqual({ count: 1, longestMs: 720 });
});

test("a wait while the machine is starved is no gap, and earlier and later ones are", () => {
  const gauge = send(20, 12, { 5_000: 600, 7_000: 900, 9_000: 800 }, late(7_000, 7_900, "starved"));
  expect(gauge.drops(12_000)).toEqual({ count: 2, longestMs: 820 });
});
