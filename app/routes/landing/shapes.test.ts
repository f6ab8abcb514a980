import { expect, test } from "vitest";
import { lengthsOf, listNotes, morphAt, morphMs, ringSide, ringTicks, type ShapeName } from "./shapes.ts";

test("LISTEN has exactly 30 notes in distinct places inside the drawing", () => {
  const notes = listNotes();
  expect(notes).toHaveLength(30);
  expect(new Set(notes.map(({ x, y }) => `${x.toFixed(0)} ${y.toFixed(0)}`)).size).toBe(30);
  for (const { x, y } of notes) {
    for (const at of [x, y]) expect(at > 8 && at < ringSide - 8).toBe(true);
  }
});

test.each<ShapeName>(["knob", "listen", "perform", "earn"])(
  "the ticks of %s stay within their range",
  (name) => {
    const lengths = lengthsOf(name);
    expect(lengths).toHaveLength(ringTicks);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(-0.05);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1);
  },
);

test("a transition starts at one shape, ends at the other and runs clockwise", () => {
  const from = lengthsOf("knob");
  const to = lengthsOf("earn");
  const rounded = (lengths: number[]) => lengths.map((length) => length.toFixed(9));
  expect(rounded(morphAt(from, to, 0))).toEqual(rounded(from));
  expect(rounded(morphAt(from, to, morphMs))).toEqual(rounded(to));
  const midway = morphAt(from, to, morphMs / 2);
  expect(midway[0]).toBeCloseTo(to[0] ?? 0, 1);
  expect(midway.at(-1)).toBeCloseTo(from.at(-1) ?? 0, 1);
});
