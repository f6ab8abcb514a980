import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approachRate, decideRate } from "./rate.ts";

const excess = fc.double({ min: -2_000, max: 2_000, noNaN: true });

describe("the correction rate", () => {
  it("stays within half a percent", () => {
    fc.assert(
      fc.property(excess, (ms) => {
        expect(Math.abs(decideRate(ms) - 1)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });

  it("is faster for too much buffer and slower for too little", () => {
    fc.assert(
      fc.property(excess, excess, (a, b) => {
        if (a <= b) expect(decideRate(a)).toBeLessThanOrEqual(decideRate(b));
        expect(decideRate(-a)).toBeCloseTo(2 - decideRate(a), 9);
      }),
    );
    expect(decideRate(0)).toBe(1);
  });

  it("changes gradually and ends exactly at 1", () => {
    let rate = 1.02;
    let largest = 0;
    for (let step = 0; step < 4_000; step++) {
      const next = approachRate(rate, 1, 128 / 48);
      largest = Math.max(largest, Math.abs(next - rate));
      rate = next;
    }
    expect(rate).toBe(1);
    expect(largest).toBeLessThan(0.0002);
  });
});
