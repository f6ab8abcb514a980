import { expect, it } from "vitest";
import { initialsOf, waveFrom } from "./drawn.ts";

it("two initials are taken from any script, and never none", () => {
  expect(initialsOf("Night Shift")).toBe("NS");
  expect(initialsOf("luna")).toBe("LU");
  expect(initialsOf("夜間 放送")).toBe("夜放");
  expect(initialsOf("محطة الليل")).toBe("ما");
  expect(initialsOf("_._")).toBe("♪");
});

it("the wave is the same for the same name and stays in its frame", () => {
  expect(waveFrom("Night Shift", 90)).toEqual(waveFrom("Night Shift", 90));
  expect(waveFrom("Night Shift", 90)).not.toEqual(waveFrom("Day Shift", 90));
  expect(waveFrom("x", 300).every((height) => height >= 0.05 && height <= 1)).toBe(true);
});
