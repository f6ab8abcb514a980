import { expect, test } from "vitest";
import { matchPrefix, matchWords, wordsOf } from "./full-text.ts";

test("a query keeps letters, digits and their marks, and drops other characters", () => {
  expect(wordsOf("  Don’t stop (2nd mix)")).toEqual(["Don", "t", "stop", "2nd", "mix"]);
  expect(wordsOf("กินข้าว हिन्दी")).toEqual(["กินข้าว", "हिन्दी"]);
  expect(wordsOf("ＡＢＣ ﾄﾗｯｸ")).toEqual(["ABC", "トラック"]);
  for (const none of ["", " ", '"*^', "!?", "🎧"]) expect(wordsOf(none)).toEqual([]);
});

test("a word is quoted as a phrase, so that it is never an operator of the index", () => {
  expect(matchWords(["NEAR", "OR", 'a"b'])).toBe('"NEAR"* "OR"* "a""b"*');
  expect(matchPrefix(["blue", "lines"], ["title", "artist"])).toBe('{title artist} : ^ "blue lines"*');
});

test("scripts without spaces are searched character by character, beside words of other scripts", () => {
  expect(matchWords(["東京", "DJ東京mix"])).toBe('"東 京"* "DJ 東 京 mix"*');
  expect(matchWords(["ข้าว", "𠮷野"])).toBe('"ข ้ า ว"* "𠮷 野"*');
});
