import { expect, test } from "vitest";
import { matchPrefix, matchWords, wordsOf } from "./full-text.ts";

test("words are letters, digits and their marks; whatever stands between them is not asked for", () => {
  expect(wordsOf("  Don’t stop (2nd mix)")).toEqual(["Don", "t", "stop", "2nd", "mix"]);
  expect(wordsOf("กินข้าว हिन्दी")).toEqual(["กินข้าว", "हिन्दी"]);
  expect(wordsOf("ＡＢＣ ﾄﾗｯｸ")).toEqual(["ABC", "トラック"]);
  for (const none of ["", " ", '"*^', "!?", "🎧"]) expect(wordsOf(none)).toEqual([]);
});

test("a word is a phrase in quotes, so that no operator of the index's language is one", () => {
  expect(matchWords(["NEAR", "OR", 'a"b'])).toBe('"NEAR"* "OR"* "a""b"*');
  expect(matchPrefix(["blue", "lines"], ["title", "artist"])).toBe('{title artist} : ^ "blue lines"*');
});

test("scripts without spaces are asked for character by character, beside words that have them", () => {
  expect(matchWords(["東京", "DJ東京mix"])).toBe('"東 京"* "DJ 東 京 mix"*');
  expect(matchWords(["ข้าว", "𠮷野"])).toBe('"ข ้ า ว"* "𠮷 野"*');
});
