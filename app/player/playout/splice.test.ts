import { expect, test } from "vitest";
import { SoundRing } from "./ring.ts";
import { Splicer } from "./splice.ts";

const rate = 48_000;
const here = { position: rate, oldest: 0 };

function ringOf(seconds: number, sampleAt: (frame: number) => number): SoundRing {
  const ring = new SoundRing();
  const frames = seconds * rate;
  const samples = Float32Array.from({ length: frames * 2 }, (_, i) => sampleAt(i % frames));
  ring.append(samples, 0, false);
  return ring;
}
const tone = (frame: number) => 0.5 * Math.sin((2 * Math.PI * 220 * frame) / rate);

function makeNoise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

test("a tone is cut and repeated by whole periods", () => {
  const ring = ringOf(2, tone);
  const period = rate / 220;
  for (const ms of [50, -50]) {
    const to = new Splicer().find(ring, here, ms, 0) ?? 0;
    const periods = (to - rate) / period;
    expect(Math.sign(periods)).toBe(Math.sign(ms));
    expect(Math.abs(to - rate)).toBeLessThanOrEqual((50 * rate) / 1_000);
    expect(Math.abs(periods - Math.round(periods))).toBeLessThan(0.03);
  }
});

test("where sound is like nothing near it, a place is found only after a while", () => {
  const ring = ringOf(2, makeNoise());
  const splicer = new Splicer();
  expect(splicer.find(ring, here, 50, 0)).toBeNull();
  expect(splicer.find(ring, here, 50, 500)).toBeNull();
});

test("every search asks the most at first, whenever it begins", () => {
  const noise = makeNoise();
  const ring = ringOf(2, (frame) => tone(frame) + 1.6 * noise());
  const splicer = new Splicer();
  expect(splicer.find(ring, here, 50, 60_000)).toBeNull();
  for (let now = 60_020; now < 61_400; now += 20) splicer.find(ring, here, 50, now);
  expect(splicer.find(ring, here, 50, 90_000)).toBeNull();
  let found: number | null = null;
  for (let now = 90_020; now < 91_600; now += 20) found ??= splicer.find(ring, here, 50, now);
  expect(found).not.toBeNull();
});

test("silence before the next beat is cut at once, and nothing again for a moment", () => {
  const ring = ringOf(2, (frame) => (frame % rate < rate / 2 ? 0 : tone(frame)));
  const splicer = new Splicer();
  expect(splicer.find(ring, here, 60, 0)).toBeGreaterThan(rate + rate / 50);
  expect(splicer.find(ring, here, 60, 100)).toBeNull();
  expect(splicer.find(ring, here, 60, 200)).not.toBeNull();
});

test("what has not arrived is not cut", () => {
  const ring = ringOf(1, tone);
  expect(new Splicer().find(ring, { position: rate - 480, oldest: 0 }, 50, 10_000)).toBeNull();
});
