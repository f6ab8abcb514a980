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
