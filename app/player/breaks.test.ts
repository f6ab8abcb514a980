import { expect, it } from "vitest";
import { Breaks } from "./breaks.ts";

it("three playback interruptions within two minutes across engines raise one prompt", () => {
  const breaks = new Breaks();
  expect(breaks.note(1, 0)).toBe(false);
  expect(breaks.note(1, 30_000)).toBe(false);
  expect(breaks.note(2, 60_000)).toBe(false);
  expect(breaks.note(3, 121_000)).toBe(false);
  expect(breaks.note(1, 150_000)).toBe(true);
  breaks.forget();
  expect(breaks.note(1, 151_000)).toBe(false);
  expect(breaks.note(4, 152_000)).toBe(true);
});

it("interruptions while the performer is silent or gone are not those of the listener", () => {
  const breaks = new Breaks();
  const isAwaited = true;
  expect(breaks.note(1, 0)).toBe(false);
  expect(breaks.note(2, 1_000, isAwaited)).toBe(false);
  expect(breaks.note(3, 20_000)).toBe(false);
  expect(breaks.note(5, 21_000, isAwaited)).toBe(false);
  expect(breaks.note(6, 40_000)).toBe(false);
  expect(breaks.note(8, 41_000)).toBe(true);
});
