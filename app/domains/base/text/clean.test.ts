import { expect, test } from "vitest";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { cleanLine, cleanParagraphs, invisibleProblem, textLength } from "./clean.ts";

test.each(hostileTexts)("a line keeps the visible characters of %j", ({ given, line = given }) => {
  expect(cleanLine(given)).toBe(line);
  expect(cleanLine(line)).toBe(line);
});

test("a line has no line break and no hiding or direction-changing character", () => {
  expect(cleanLine(" Ana\u202e \r\n\u0000  Lia\u2066 ")).toBe("Ana Lia");
  expect(cleanLine("a\u0085b\u2028c\u2029d\te\u00a0f")).toBe("a b c d e f");
  expect(cleanLine("a\u200bb\u00adc\u2060d\ufeffe\u180ef\u034fg\u{e0041}h\ufff9i")).toBe("abcdefghi");
  expect(cleanLine("a\uffffb\ufdd0c\u{1ffff}d")).toBe("abcd");
});

test.each([
  ["", "nothing"],
  [" \u00a0\u3000", "spaces"],
  ["\u200b\u200d\u2060\ufeff", "zero-width characters"],
  ["\u202e\u2066", "direction marks"],
  ["\u3164\u115f\uffa0", "Hangul fillers"],
  ["\u2800 \u2800", "blank Braille"],
  ["\ufe0f\ufe0f", "variation selectors"],
  ["\u0301\u0301", "marks on nothing"],
  ["\u{e0041}\u{e007f}", "tags"],
])("%j has no visible character: %s", (text) => {
  expect(cleanLine(text)).toBe("");
  expect(cleanParagraphs(`${text}\n${text}`)).toBe("");
});

test.each([
  "👩\u200d🎤",
  "🏳\ufe0f\u200d🌈",
  "👨🏽\u200d🚀",
  "❤\ufe0f",
  "1\ufe0f\u20e3",
  "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "क्\u200dष",
  "می\u200cخواهم",
  "അവന്\u200d",
  "葛\u{e0100}城",
])("%s keeps the invisible characters that it needs", (text) => {
  expect(cleanLine(text)).toBe(text);
  expect(cleanParagraphs(text)).toBe(text);
});

test("a joiner without neighbours to join is removed", () => {
  expect(cleanLine("Ana\u200d Lia\u200c")).toBe("Ana Lia");
  expect(cleanLine("A\u200dn\u200ca")).toBe("Ana");
  expect(cleanLine("\u200d🎤\u200d\u200d")).toBe("🎤");
});

test("paragraphs keep their line breaks of any kind, with at most one empty line in a row", () => {
  expect(cleanParagraphs("one\ntwo\r\nthree\rfour\u2028five\u0085six")).toBe(
    "one\ntwo\nthree\nfour\nfive\nsix",
  );
  expect(cleanParagraphs("\n One\u0007 \r\n\r\n\r\n\u2028  two\u202e\rthree \n")).toBe("One\n\ntwo\nthree");
  expect(cleanParagraphs("\n\n one  \n\n\n\u200b\n\n two\n \n\t\n")).toBe("one\n\ntwo");
  expect(cleanParagraphs("a  b\tc")).toBe("a  b c");
  expect(cleanParagraphs(" \n\u0000\n ")).toBe("");
});

test("an invisible text gets an error, and an empty one does not", () => {
  expect(invisibleProblem("\u200b\u3164")).toBe(
    "This text is invisible. Type a letter, a digit or a symbol.",
  );
  for (const fine of ["", " ", "Ana", "\u200bAna"]) expect(invisibleProblem(fine)).toBeNull();
});

test("a surrogate pair counts as one character", () => {
  expect(textLength("𝕬b🎧")).toBe(3);
});
