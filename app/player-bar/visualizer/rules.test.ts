import { expect, test } from "vitest";
import {
  bandOf,
  Drive,
  emitRateOf,
  emitRates,
  levelThresholds,
  maxParticles,
  particleSizeOf,
  particleSizes,
} from "./rules.ts";

test("the thresholds, emit rates and sizes are as specified", () => {
  expect(levelThresholds).toEqual([0.2, 0.5, 0.7, 0.85, 1, 1.15, 1.25]);
  expect(emitRates).toEqual([0, 10, 50, 300, 500, 1000, 1500]);
  expect([particleSizes[0], particleSizes.at(-1)]).toEqual([0.1, 0.8]);
});

test.each([
  { drive: 0, rate: 0, size: 0.1 },
  { drive: 0.19, rate: 0, size: 0.1 },
  { drive: 0.2, rate: 10, size: 0.2 },
  { drive: 0.5, rate: 50, size: 0.3 },
  { drive: 0.7, rate: 300, size: 0.4 },
  { drive: 0.85, rate: 500, size: 0.5 },
  { drive: 1, rate: 1000, size: 0.6 },
  { drive: 1.15, rate: 1500, size: 0.7 },
  { drive: 1.25, rate: 1500, size: 0.8 },
  { drive: 9, rate: 1500, size: 0.8 },
])("a drive from $drive on emits $rate particles a second of size $size", ({ drive, rate, size }) => {
  const band = bandOf(drive);
  expect({ rate: emitRateOf(band), size: particleSizeOf(band) }).toEqual({ rate, size });
});

test("the buffer holds all particles that can be alive simultaneously", () => {
  expect(maxParticles).toBe(Math.max(...emitRates) * 2);
});

test("a held tone drives by its level, and a beat by more than its level", () => {
  const drive = new Drive();
  for (let second = 0; second < 10; second += 0.02) drive.next(80, 0.02);
  expect(drive.next(80, 0.02)).toBeCloseTo(0.8, 2);
  expect(drive.next(95, 0.02)).toBeGreaterThan(1.2);
  for (let second = 0; second < 10; second += 0.02) drive.next(95, 0.02);
  expect(drive.next(95, 0.02)).toBeCloseTo(0.95, 2);
  expect(drive.next(20, 0.02)).toBe(0.2);
});

test("silence drives nothing", () => {
  expect(new Drive().next(0, 1)).toBe(0);
});
