import { describe, expect, it } from "vitest";
import { levelOf } from "./level.ts";

function sine(amplitude: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, index) => amplitude * Math.sin((2 * Math.PI * index) / 32));
}

describe("the level", () => {
  it("is 0 in silence, 100 for a full-scale sine, and 10 less per 6 dB", () => {
    expect(levelOf(new Float32Array(256))).toBe(0);
    expect(levelOf(sine(1))).toBeCloseTo(100, 5);
    expect(levelOf(sine(0.5))).toBeCloseTo(90, 0);
    expect(levelOf(sine(0.0001))).toBe(0);
  });

  it("exceeds 100 only for clipped sound", () => {
    expect(levelOf(sine(1.05))).toBeLessThanOrEqual(100);
    expect(levelOf(sine(1.2))).toBeGreaterThan(100);
  });
});
