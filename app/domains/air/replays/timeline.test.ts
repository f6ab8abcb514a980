import { expect, test } from "vitest";
import { positionIn } from "./anchors.ts";
import { gapsIn, lostIn, markPauses, positionAt, timeAt } from "./timeline.ts";

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

test("a pause between two broadcasts is told as one, and moves what follows like any gap", () => {
  const hour = 3_600_000;
  const played = [
    { position: 0, at: start },
    // The connection was lost for 30 s.
    { position: 60_000, at: start + 90_000 },
    // The broadcast ended, and another one began 17 minutes later.
    { position: 120_000, at: start + hour },
  ];
  const marked = markPauses(played, [start + 151_000]);
  const gaps = gapsIn(marked);
  expect(gaps).toEqual([
    { at: 60_000, duration: 30_000 },
    { at: 120_000, duration: hour - 150_000, isPause: true },
  ]);
  expect(lostIn(gaps)).toEqual([{ at: 60_000, duration: 30_000 }]);
  expect(positionIn({ startTime: start, gaps }, start + hour + 5_000)).toBe(125_000);
});

test("there is one gap at a position, however often it was corrected there", () => {
  const twice = [...anchors, { position: 60_000, at: start + 100_000 }];
  expect(gapsIn(twice)).toEqual([{ at: 60_000, duration: 40_000 }]);
});
