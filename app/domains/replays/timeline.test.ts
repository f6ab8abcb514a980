import { expect, test } from "vitest";
import { positionIn } from "./anchors.ts";
import { gapsIn, positionAt, timeAt } from "./timeline.ts";

const start = 1_800_000_000_000;
// 60 s of sound, then 30 s of nothing, then sound again.
const anchors = [
  { position: 0, at: start },
  { position: 60_000, at: start + 90_000 },
];

test("a time is at the position where it was heard", () => {
  expect(positionAt(anchors, start)).toBe(0);
  expect(positionAt(anchors, start + 59_000)).toBe(59_000);
  expect(positionAt(anchors, start + 100_000)).toBe(70_000);
});

test("a time within a gap is where the gap is, and one before the start is nowhere", () => {
  expect(positionAt(anchors, start + 75_000)).toBe(60_000);
  expect(positionAt(anchors, start - 1)).toBeNull();
});

test("a position was heard at the time that leads to it", () => {
  for (const position of [0, 12_345, 59_999, 60_000, 120_000])
    expect(positionAt(anchors, timeAt(anchors, position))).toBe(position);
});

test("gaps are told with what is missing, corrections of the clock are not", () => {
  expect(gapsIn([...anchors, { position: 90_000, at: start + 120_060 }])).toEqual([
    { at: 60_000, duration: 30_000 },
  ]);
});

test("a position follows from the start and the gaps alone", () => {
  const more = [...anchors, { position: 100_000, at: start + 200_000 }];
  const view = { startTime: start, gaps: gapsIn(more) };
  expect(positionIn(view, start - 5_000)).toBe(0);
  for (const after of [0, 59_999, 60_000, 75_000, 90_000, 129_999, 140_000, 200_000, 250_000])
    expect(positionIn(view, start + after)).toBe(positionAt(more, start + after));
});
