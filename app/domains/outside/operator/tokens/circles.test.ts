import { expect, test } from "vitest";
import { findCircles } from "./circles.ts";

/** `a>b 100`: what a gave to b; totals follow. */
function edges(...flows: string[]) {
  const read = flows.map((flow) => {
    const [, from = "", to = "", amount = ""] = /^(\w+)>(\w+) (\d+)$/.exec(flow) ?? [];
    return { from, to, amount: Number(amount) };
  });
  return read.map((flow) => ({
    ...flow,
    total: read.filter(({ to }) => to === flow.to).reduce((sum, { amount }) => sum + amount, 0),
  }));
}
const circles = (...flows: string[]) =>
  findCircles(edges(...flows), 0.8).map(({ members }) => members.join(""));

test.each([
  ["a pair", ["a>b 100", "b>a 90"], ["ab"]],
  ["a pair that others like too", ["a>b 100", "b>a 90", "c>a 60"], []],
  ["a ring of three", ["a>b 100", "b>c 100", "c>a 100"], ["abc"]],
  ["three who tip each other", ["a>b 50", "c>b 50", "a>c 50", "b>c 50", "b>a 50", "c>a 50"], ["abc"]],
  ["a ring with an admirer", ["a>b 100", "b>c 100", "c>a 100", "d>a 10"], ["abc"]],
  ["a ring with many admirers", ["a>b 100", "b>c 100", "c>a 100", "d>a 60"], []],
  ["a fan of one of a pair", ["a>b 100", "b>a 90", "a>c 80"], ["ab"]],
  ["one way", ["a>b 100"], []],
  ["a ring of four", ["a>b 100", "b>c 100", "c>d 100", "d>a 100"], []],
])("%s", (_, flows, expected) => {
  expect(circles(...flows)).toEqual(expected);
});
