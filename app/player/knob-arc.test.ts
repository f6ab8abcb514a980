import { expect, it } from "vitest";
import { angleAt, pointAt, tickCount, tickPath } from "./knob-arc.ts";

it("the knob's arc runs from the lower left over the top to the lower right", () => {
  const degrees = [0, 0.5, 1].map((share) => Math.round((angleAt(share) * 180) / Math.PI));
  expect(degrees).toEqual([135, 270, 405]);
  expect([0, 0.5, 1].map((share) => pointAt(share, 0, 10))).toEqual([
    "-7.07 7.07",
    "-0.00 -10.00",
    "7.07 7.07",
  ]);
});

it("its ticks are drawn from first to last", () => {
  const size = { middle: 22, inner: 15.5, outer: 20 };
  const all = tickPath([0, tickCount], size);
  expect(all.match(/M/g)).toHaveLength(28);
  expect(tickPath([0, 10], size) + tickPath([10, tickCount], size)).toBe(all);
  expect(all.endsWith(`L${pointAt(1, 22, 20)}`)).toBe(true);
});
