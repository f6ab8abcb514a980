import { expect, test } from "vitest";
import { LevelMeter, type MeterWindow } from "./level-meter.ts";

function tone(seconds: number, amplitude: number, rightAmplitude = amplitude): Buffer {
  const samples = new Int16Array(seconds * 48_000 * 2);
  for (let n = 0; n < samples.length; n++) {
    const share = n % 2 === 0 ? amplitude : rightAmplitude;
    const value = share * 32_768 * Math.sin((2 * Math.PI * 440 * (n >> 1)) / 48_000);
    samples[n] = Math.max(-32_768, Math.min(32_767, Math.round(value)));
  }
  return Buffer.from(samples.buffer);
}

/** Measures in chunks with an odd number of bytes, as a pipe can deliver them. */
function measure(meter: LevelMeter, pcm: Buffer): MeterWindow[] {
  const windows: MeterWindow[] = [];
  for (let at = 0; at < pcm.length; at += 4_093) windows.push(...meter.push(pcm.subarray(at, at + 4_093)));
  return windows;
}

test("a sine at half of full scale reads -9 dB RMS and -6 dB peak, twice a second", () => {
  const windows = measure(new LevelMeter(), tone(2, 0.5));
  expect(windows).toHaveLength(4);
  expect(windows[1]?.level).toEqual({ rmsDb: -9, peakDb: -6, clippedSamples: 0 });
});

test("sound beyond full scale counts clipped samples, and a peak that reaches it does not", () => {
  const [driven] = measure(new LevelMeter(), tone(0.5, 2));
  expect(driven?.level.clippedSamples).toBeGreaterThan(10_000);
  expect(driven?.level.peakDb).toBe(0);
  expect(driven?.flatSamples).toBe(driven?.level.clippedSamples);
  const [full] = measure(new LevelMeter(), tone(0.5, 1));
  expect(full?.level.clippedSamples).toBeGreaterThan(0);
  expect(full?.flatSamples).toBe(0);
});

test("the energies distinguish the channels", () => {
  const [same] = measure(new LevelMeter(), tone(0.5, 0.5));
  expect([same?.leftEnergy, same?.rightEnergy, same?.sideEnergy].map((energy) => energy?.toFixed(3))).toEqual(
    ["0.125", "0.125", "0.000"],
  );
  const [opposed] = measure(new LevelMeter(), tone(0.5, 0.5, -0.25));
  expect(opposed?.rightEnergy).toBeCloseTo(0.125 / 4);
  expect(opposed?.sideEnergy).toBeCloseTo(0.75 ** 2 / 2);
});

test("the level is known before half a second has passed, except from a short click", () => {
  const meter = new LevelMeter();
  expect(meter.currentRmsDb).toBe(-120);
  measure(meter, tone(0.01, 0.5));
  expect(meter.currentRmsDb).toBe(-120);
  measure(meter, tone(0.09, 0.5));
  expect(meter.currentRmsDb).toBe(-9);
});

test("digital silence reads -120 dB", () => {
  expect(measure(new LevelMeter(), tone(0.5, 0))[0]?.level).toEqual({
    rmsDb: -120,
    peakDb: -120,
    clippedSamples: 0,
  });
});

test("a pair per 100 ms tells peak and RMS as shares of full scale", () => {
  const half = tone(0.1, 0.5);
  const silence = tone(0.1, 0);
  const [window] = measure(new LevelMeter(), Buffer.concat([half, silence, tone(0.1, 1), silence, half]));
  expect([...(window?.pairs ?? [])]).toEqual([128, 90, 0, 0, 255, 180, 0, 0, 128, 90]);
  expect(window?.level.peakDb).toBe(0);
});
