import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reconnectDelay } from "./reconnect.ts";

const random = fc.double({ min: 0, max: 1, noNaN: true });

describe("the reconnect delay", () => {
  it("is zero at first, then 1 to 5 s without end", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), random, (attempt, chance) => {
        const delay = reconnectDelay(attempt, 0, chance);
        expect(delay).toBeGreaterThanOrEqual(1_000);
        expect(delay).toBeLessThanOrEqual(5_000);
      }),
    );
    expect(reconnectDelay(0, 0, 0.7)).toBe(0);
  });

  it("respects the server's retry time, up to a minute", () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), random, (askedMs, chance) => {
        const delay = reconnectDelay(1, askedMs + 1, chance);
        expect(delay).toBeGreaterThanOrEqual(Math.min(askedMs, 60_000));
        expect(delay).toBeLessThanOrEqual(61_000);
      }),
    );
  });

  it("spreads 5,000 listeners to at most 1,500 a second", () => {
    const seconds = new Map<number, number>();
    for (let listener = 0; listener < 5_000; listener++) {
      const second = Math.floor(reconnectDelay(1, 0, listener / 5_000) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(1_500);
  });
});
