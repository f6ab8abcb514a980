import { expect, test } from "vitest";
import { billOf, prices } from "./prices.ts";
import { noUsage } from "./usage.ts";

test("usage within the plan costs the plan", () => {
  const { total, parts } = billOf({
    ...noUsage,
    rowsWritten: 50_000_000,
    r2Reads: 10_000_000,
    awakeMs: 3_600_000,
  });
  expect(total).toBe(prices.plan);
  expect(parts).toMatchObject({ rowsWritten: 0, duration: 0 });
});

test("what exceeds it costs its price a million", () => {
  // 1,000 hours of one object are 460,800 GB-s.
  const { total, parts } = billOf({ ...noUsage, rowsWritten: 62_000_000, awakeMs: 3_600_000_000 });
  expect(parts.rowsWritten).toBeCloseTo(12, 6);
  expect(parts.duration).toBeCloseTo(0.76, 6);
  expect(total).toBeCloseTo(prices.plan + 12.76, 6);
});
