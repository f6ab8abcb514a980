import { expect, test } from "vitest";
import { decideEnded, decideHeard, type HeardNow } from "./now-heard.ts";

const at = 1_000_000;
const line = (
  key: string,
  seconds: [from: number, to: number],
  change: Partial<HeardNow> = {},
): HeardNow => ({
  key,
  from: at + seconds[0] * 1_000,
  to: at + seconds[1] * 1_000,
  share: 0.5,
  isSure: true,
  isOver: false,
  isPlayed: false,
  ...change,
});
const keyOf = (lines: HeardNow[], shown: Parameters<typeof decideHeard>[1]) => decideHeard(lines, shown)?.key;
const byEar = { key: "a", at, isOfEar: true };
const byEncoder = { key: "a", at, isOfEar: false };

test("the first track that is sure is shown; one that is not, or is over, never", () => {
  expect(keyOf([line("b", [0, 20])], null)).toBe("b");
  expect(keyOf([line("b", [0, 20], { isSure: false })], null)).toBeUndefined();
  expect(keyOf([line("b", [0, 20], { isOver: true })], null)).toBeUndefined();
  expect(keyOf([], null)).toBeUndefined();
});

test("in a blend the track of which more is heard is shown, and does not change back", () => {
  const before = line("a", [0, 60], { share: 0.4, isPlayed: true });
  expect(keyOf([before, line("b", [40, 60], { share: 0.3 })], byEar)).toBeUndefined();
  expect(keyOf([before, line("b", [40, 60], { share: 0.45 })], byEar)).toBe("b");
  const shown = { key: "b", at: at + 40_000, isOfEar: true };
  expect(keyOf([before, line("b", [40, 60], { share: 0.3, isPlayed: true })], shown)).toBeUndefined();
});

test("a track that is gone is replaced by one of which less is heard", () => {
  const gone = line("a", [0, 40], { share: 0.9, isPlayed: true });
  expect(keyOf([gone, line("b", [30, 60], { share: 0.3 })], byEar)).toBe("b");
});

test("an encoder's title stays while its track is heard, and until another was heard alone for 30 s", () => {
  const other = line("b", [0, 45]);
  expect(keyOf([other, line("a", [0, 45])], byEncoder)).toBeUndefined();
  expect(keyOf([other], { ...byEncoder, at: at + 20_000 })).toBeUndefined();
  expect(keyOf([other], { ...byEncoder, at: at + 15_000 })).toBe("b");
});

test("a track has ended where all of its lines are over, or none was heard for 30 s", () => {
  const line = (to: number, isOver = false) => ({ to, isOver });
  expect(decideEnded([], 1_000_000)).toBeUndefined();
  expect(decideEnded([line(100_000)], 130_000)).toBeUndefined();
  expect(decideEnded([line(100_000)], 130_001)).toBe(100_000);
  expect(decideEnded([line(100_000, true)], 101_000)).toBe(100_000);
  expect(decideEnded([line(100_000, true), line(90_000)], 101_000)).toBeUndefined();
});
