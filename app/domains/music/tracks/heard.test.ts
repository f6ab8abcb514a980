import { expect, test } from "vitest";
import { isHeardIn, mayBeHeard } from "./heard.ts";

test.each([
  ["before it began", { since: 0, until: 99 }, false],
  ["at its beginning", { since: 0, until: 100 }, true],
  ["within it", { since: 120, until: 130 }, true],
  ["from its end on", { since: 200, until: 300 }, true],
  ["after it", { since: 201, until: 300 }, false],
])("someone who listened %s: %s hears it: %s", (_, span, isHeard) => {
  expect(isHeardIn(span, { playedAt: 100, endedAt: 200 })).toBe(isHeard);
});

test("what has not ended is heard by those who come later", () => {
  expect(isHeardIn({ since: 5_000, until: 6_000 }, { playedAt: 100, endedAt: null })).toBe(true);
});

test("a play may be heard until a minute after its end", () => {
  expect(mayBeHeard({ endedAt: null }, 1e9)).toBe(true);
  expect(mayBeHeard({ endedAt: 1_000 }, 61_000)).toBe(true);
  expect(mayBeHeard({ endedAt: 1_000 }, 61_001)).toBe(false);
});
