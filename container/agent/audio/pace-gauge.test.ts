import { describe, expect, test } from "vitest";
import { randomFrom } from "#container/tests/sounds.ts";
import { noStalls, type Stalls } from "../stall-watch.ts";
import { PaceGauge } from "./pace-gauge.ts";

/** Chunks of 100 ms of sound, at `pace` times real time, each late by up to `jitterMs`. */
function play(options: {
  pace?: number;
  seconds?: number;
  jitterMs?: number;
  lumpMs?: number;
  gapMs?: number;
  /** Growth of the machine's delay a second, from 7 s on, for `lateSeconds`. */
  lateMs?: number;
  lateSeconds?: number;
  stalls?: Stalls;
}) {
  const { pace = 1, seconds = 8, jitterMs = 0, lumpMs = 1, gapMs = 0 } = options;
  const { lateMs = 0, lateSeconds = 0, stalls = noStalls } = options;
  const gauge = new PaceGauge(stalls);
  const random = randomFrom(1);
  for (let piece = 1; piece * 100 <= seconds * 1_000 * pace; piece++) {
    const madeAt = (piece * 100) / pace;
    const lost = madeAt > 5_000 ? gapMs : 0;
    const lump = Math.ceil(madeAt / lumpMs) * lumpMs;
    const lateFor = madeAt > 7_000 && madeAt <= 7_000 + lateSeconds * 1_000 ? (madeAt - 7_000) / 1_000 : 0;
    gauge.heard(100, lump + lost + lateFor * lateMs + random() * jitterMs);
  }
  return gauge.pace();
}

test("a real-time source measures 1, despite jitter, chunking and a single loss", () => {
  expect(play({})).toBe(1);
  for (const options of [{ jitterMs: 120 }, { lumpMs: 1_000 }, { gapMs: 700 }, { gapMs: 700, jitterMs: 80 }])
    expect(Math.abs((play(options) ?? 0) - 1)).toBeLessThan(0.005);
});

test.each([1.0884, 0.9188, 1.02, 0.98, 2])("sound at %d times real time is measured within 7.5 s", (pace) => {
  expect(Math.abs((play({ pace, seconds: 7.5, jitterMs: 20 }) ?? 0) - pace)).toBeLessThan(0.007);
});

test("sound of another sample rate in large chunks is measured as quickly", () => {
  for (const pace of [48 / 44.1, 44.1 / 48])
    expect(Math.abs((play({ pace, seconds: 7.5, lumpMs: 250 }) ?? 0) - pace)).toBeLessThan(0.02);
});

test("no pace is known before five seconds, and a burst at the start does not count", () => {
  expect(play({ seconds: 5.5 })).toBeNull();
  const gauge = new PaceGauge();
  for (let piece = 0; piece < 20; piece++) gauge.heard(100, 0);
  for (let now = 100; now <= 9_000; now += 100) gauge.heard(100, now);
  expect(gauge.pace()).toBe(1);
});

describe("while the machine is late", () => {
  const during = (from: number, to: number) => (a: number, b: number) =>
    Math.max(0, Math.min(b, to) - Math.max(a, from));
  /** Late for these seconds from 7 s on. */
  const late = (seconds: number): Record<string, Stalls> => {
    const overlap = during(7_000, 7_000 + seconds * 1_000);
    return {
      stalled: { ...noStalls, stalledMs: overlap },
      starved: { ...noStalls, wasStarved: (a, b) => overlap(a, b) > 0 },
    };
  };
  const slow = { lateMs: 90, lateSeconds: 60 };

  test("only a lag of the source itself is reported", () => {
    expect(play({ ...slow, seconds: 20 })).toBeLessThan(0.95);
    for (const stalls of Object.values(late(60))) expect(play({ ...slow, seconds: 20, stalls })).toBe(1);
  });

  test("no pace is reported when the last calm second is long ago", () => {
    for (const stalls of Object.values(late(60))) expect(play({ ...slow, seconds: 34, stalls })).toBeNull();
  });

  test.each([48 / 44.1, 1, 0.93])("a pace of %d is measured over the calm seconds around it", (pace) => {
    for (const stalls of Object.values(late(4))) {
      const measured = play({ pace, seconds: 18, jitterMs: 20, lateMs: 60, lateSeconds: 4, stalls });
      expect(Math.abs((measured ?? 0) - pace)).toBeLessThan(0.007);
    }
  });
});
