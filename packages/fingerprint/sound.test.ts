import { expect, test } from "vitest";
import { Decimator } from "./decimate.ts";
import { PowerSpectrum } from "./fft.ts";
import { extractPeaks, PeakStream } from "./peak-stream.ts";
import { resample } from "./resample.ts";
import { binHz, windowSamples } from "./scale.ts";

const sine = (hz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));
const peakOf = (sound: Float32Array) =>
  sound.slice(200, -200).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test("decimation keeps 3.4 kHz and removes what would alias", () => {
  expect(peakOf(new Decimator().push(sine(3_400, 48_000, 1)))).toBeGreaterThan(0.98);
  expect(peakOf(new Decimator().push(sine(4_700, 48_000, 1)))).toBeLessThan(0.002);
  expect(peakOf(new Decimator().push(sine(12_300, 48_000, 1)))).toBeLessThan(0.002);
});

test("decimation is the same in pieces of any length", () => {
  const sound = sine(440, 48_000, 1);
  const whole = new Decimator().push(sound);
  const decimator = new Decimator();
  const parts: number[] = [];
  for (let first = 0; first < sound.length; first += 1_111)
    parts.push(...decimator.push(sound.subarray(first, first + 1_111)));
  expect(parts).toEqual([...whole]);
});

test("the spectrum's power is that of a plain Fourier sum", () => {
  const sound = Float32Array.from({ length: windowSamples + 3 }, (_, n) => Math.sin(n * n * 0.01));
  const power = new Float32Array(450);
  new PowerSpectrum(windowSamples).measure(sound, 3, power);
  for (const bin of [0, 1, 64, 449]) {
    let [real, imaginary] = [0, 0];
    for (let n = 0; n < windowSamples; n++) {
      const value = sound[n + 3]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / windowSamples));
      real += value * Math.cos((2 * Math.PI * bin * n) / windowSamples);
      imaginary += value * Math.sin((2 * Math.PI * bin * n) / windowSamples);
    }
    expect(power[bin]! / (real * real + imaginary * imaginary)).toBeCloseTo(1, 4);
  }
});

test("a short tone is a peak at its time and its frequency, between frames and bins", () => {
  const hz = 1_003;
  const middle = 4_050;
  const sound = Float32Array.from(
    { length: 8_000 },
    (_, n) => Math.sin((2 * Math.PI * hz * n) / 8_000) * Math.exp(-(((n - middle) / 300) ** 2)),
  );
  const { count, times, bins, marks } = extractPeaks(sound);
  const strong = [...Array(count).keys()].filter((each) => marks[each] === 1);
  expect(strong).toHaveLength(1);
  expect(Math.abs(bins[strong[0]!]! * binHz - hz)).toBeLessThan(0.5);
  expect(Math.abs(times[strong[0]!]! * 128 + windowSamples / 2 - middle)).toBeLessThan(6);
});

test("silence has no peaks", () => {
  const stream = new PeakStream();
  stream.push(new Float32Array(16_000));
  expect(stream.peaks.count).toBe(0);
});

test("resampling moves a tone by the speed", () => {
  const slow = resample(sine(1_000, 8_000, 1), 1.05);
  expect(slow.length).toBe(7_619);
  const wanted = sine(1_050, 8_000, 1);
  for (let n = 100; n < 7_500; n += 37) expect(slow[n]!).toBeCloseTo(wanted[n]!, 2);
});
