import { expect, test } from "vitest";
import { LevelMeter, type MeterReading } from "./level-meter.ts";

function tone(seconds: number, amplitude: number): Buffer {
  const samples = new Int16Array(seconds * 48_000 * 2);
  for (let n = 0; n < samples.length; n++) {
    const value = amplitude * 32_768 * Math.sin((2 * Math.PI * 440 * (n >> 1)) / 48_000);
    samples[n] = Math.max(-32_768, Math.min(32_767, Math.round(value)));
  }
  return Buffer.from(samples.buffer);
}

/** In pieces of an odd number of bytes, as a pipe may give them. */
function measure(meter: LevelMeter, pcm: Buffer): MeterReading[] {
  const readings: MeterReading[] = [];
  for (let at = 0; at < pcm.length; at += 4_093) readings.push(...meter.push(pcm.subarray(at, at + 4_093)));
  return readings;
}

test("a sine at half of full scale reads -9 dB RMS and -6 dB peak, twice a second", () => {
  const readings = measure(new LevelMeter(), tone(2, 0.5));
  expect(readings).toHaveLength(4);
  expect(readings[1]?.level).toEqual({ rmsDb: -9, peakDb: -6, clippedSamples: 0 });
});

test("sound driven past full scale counts its clipped samples", () => {
  const [reading] = measure(new LevelMeter(), tone(0.5, 2));
  expect(reading?.level.clippedSamples).toBeGreaterThan(10_000);
  expect(reading?.level.peakDb).toBe(0);
});

test("silence begins after three seconds below -60 dBFS and ends with the first sound", () => {
  const meter = new LevelMeter();
  const silent = (readings: MeterReading[]) => readings.map((reading) => reading.silentMs);
  expect(silent(measure(meter, tone(1, 0.5)))).toEqual([0, 0]);
  expect(silent(measure(meter, tone(4, 0)))).toEqual([0, 0, 0, 0, 0, 3_000, 3_500, 4_000]);
  expect(silent(measure(meter, tone(0.5, 0.5)))).toEqual([0]);
});
