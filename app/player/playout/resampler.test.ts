import { describe, expect, it } from "vitest";
import { resample } from "./resampler.ts";

const length = 2 ** 14;

/** The largest error against the true sine, relative to full scale. */
function worstError(hz: number, position: number, rate: number): number {
  const wave = (at: number) => Math.sin((2 * Math.PI * hz * at) / 48_000);
  const ring = Float32Array.from({ length }, (_, index) => wave(index));
  const output = new Float32Array(4_096);
  resample([ring, ring], length - 1, position, rate, [output, new Float32Array(4_096)]);
  let worst = 0;
  output.forEach((value, index) => {
    worst = Math.max(worst, Math.abs(value - wave(position + index * rate)));
  });
  return worst;
}

describe("the resampler", () => {
  it("has a distortion below -60 dB up to 15 kHz at every correction rate", () => {
    for (const rate of [0.97, 0.995, 0.9999, 1, 1.005, 1.03]) {
      for (const hz of [55, 440, 5_000, 15_000]) {
        expect(worstError(hz, 100.37, rate)).toBeLessThan(0.001);
      }
    }
  });

  it("keeps 18 kHz within a tenth of a decibel", () => {
    expect(worstError(18_000, 200.5, 1.001)).toBeLessThan(0.0115);
  });
});
