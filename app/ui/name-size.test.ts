import { expect, test } from "vitest";
import { hasLongWord } from "./name-size.ts";

test("the longest word of a name decides, not its whole length", () => {
  expect(hasLongWord("The Glasshouse", 10)).toBe(false);
  expect(hasLongWord("The Glasshouses", 10)).toBe(true);
  expect(hasLongWord("Slow Line of a very long name that has no end", 10)).toBe(false);
  expect(hasLongWord("Ελένη Βασιλείου", 10)).toBe(false);
  expect(hasLongWord("\u{1F1F5}\u{1F1F9}\u{1F1F5}\u{1F1F9}", 4)).toBe(false);
});
