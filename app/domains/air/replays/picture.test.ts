import { expect, test } from "vitest";
import { barsOf, fitName, marksOf, positionOf, xOf } from "./picture.ts";

test("a position has its place in the width, and a place its position", () => {
  expect(xOf(30_000, 60_000, 400)).toBe(200);
  expect(xOf(99_000, 60_000, 400)).toBe(400);
  expect(xOf(5, 0, 400)).toBe(0);
  expect(positionOf(200, 400, 60_000)).toBe(30_000);
  expect(positionOf(-5, 400, 60_000)).toBe(0);
  expect(positionOf(999, 400, 60_000)).toBe(60_000);
  expect(positionOf(10, 0, 60_000)).toBe(0);
});

test("a bar is as high as the loudest peak of its time", () => {
  // 4 s, two peaks a second.
  const peaks = [0, 0, 255, 0, 51, 102, 0, 0];
  const heights = barsOf(peaks, 4_000, 4);
  expect(heights.map((height) => Math.round(height * 100))).toEqual([0, 100, 16, 0]);
});

test("a quiet recording is as high as a loud one, and silence is flat", () => {
  expect(Math.max(...barsOf([3, 5, 5, 1], 2_000, 2))).toBe(1);
  expect(barsOf([0, 0, 0, 0], 2_000, 2)).toEqual([0, 0]);
});

test("more bars than peaks repeat them, and what is not recorded yet has none", () => {
  expect(barsOf([10, 0], 1_000, 4)).toEqual([1, 1, 0, 0]);
  expect(barsOf([10, 10], 2_000, 4)).toEqual([1, 1, 0, 0]);
  expect(barsOf([], 0, 3)).toEqual([0, 0, 0]);
});

test("a track has the space up to the next one", () => {
  const tracks = [
    { id: "a", start: 0 },
    { id: "b", start: 15_000 },
  ];
  expect(marksOf(tracks, 60_000, 400)).toEqual([
    { id: "a", x: 0, room: 100 },
    { id: "b", x: 100, room: 300 },
  ]);
});

test("a name is shortened to its space, and left out where a few letters do not fit", () => {
  const widthOf = (text: string) => Array.from(text).length * 10;
  expect(fitName("Sinnerman", 90, widthOf)).toBe("Sinnerman");
  expect(fitName("Sinnerman", 60, widthOf)).toBe("Sinne…");
  expect(fitName("My Way Home", 60, widthOf)).toBe("My Wa…");
  expect(fitName("Sinnerman", 30, widthOf)).toBeNull();
  expect(fitName("夜🎧夜夜夜夜", 50, widthOf)).toBe("夜🎧夜夜…");
});
