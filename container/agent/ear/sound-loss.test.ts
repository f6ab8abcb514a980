import { expect, test } from "vitest";
import { SoundLoss } from "./sound-loss.ts";

test("lost sound is told at once, then every 10 s while more is lost", () => {
  const loss = new SoundLoss();
  expect(loss.note(0, 1_000)).toBe(0);
  expect(loss.note(200, 2_000)).toBe(200);
  expect(loss.note(500, 3_000)).toBe(0);
  expect(loss.note(700, 12_000)).toBe(500);
  expect(loss.note(700, 30_000)).toBe(0);
});

test("a stream is starved while more than a twentieth of its last minute was lost", () => {
  const loss = new SoundLoss();
  loss.note(2_900, 1_000);
  expect(loss.isStarved(2_000)).toBe(false);
  loss.note(3_100, 10_000);
  expect(loss.isStarved(11_000)).toBe(true);
  expect(loss.isStarved(61_500)).toBe(false);
});
