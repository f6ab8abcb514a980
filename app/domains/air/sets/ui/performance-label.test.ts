import { expect, it } from "vitest";
import { performanceLabel } from "./performance-label.ts";

it("a duration is rounded to half hours and shown in minutes or hours; a shorter one is what it is", () => {
  const labels = [0.5, 4, 11.7, 16, 29.6, 30, 44.9, 45, 60, 75, 90, 104, 180, 24 * 60].map((minutes) =>
    performanceLabel(minutes * 60_000),
  );
  expect(labels).toEqual([
    "30 s performance",
    "4 min performance",
    "12 min performance",
    "16 min performance",
    "30 min performance",
    "30 min performance",
    "30 min performance",
    "1 hour performance",
    "1 hour performance",
    "1.5 hour performance",
    "1.5 hour performance",
    "1.5 hour performance",
    "3 hour performance",
    "24 hour performance",
  ]);
});
