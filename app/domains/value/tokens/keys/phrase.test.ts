import { expect, test } from "vitest";
import { newEntropy, readPhrase, splitWords, suggestWords, toWords } from "./phrase.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/** Those of BIP-39 with 128 bits. */
test.each([
  ["00000000000000000000000000000000", `${"abandon ".repeat(11)}about`],
  [
    "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f",
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
  ],
  [
    "80808080808080808080808080808080",
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
  ],
  ["ffffffffffffffffffffffffffffffff", `${"zoo ".repeat(11)}wrong`],
  [
    "9e885d952ad362caeb4efe34a8e91bd2",
    "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic",
  ],
  [
    "c0ba5a8e914111210f2bd131f3d5e08d",
    "scheme spot photo card baby mountain device kick cradle pact join borrow",
  ],
])("the entropy %s has the phrase of BIP-39's vector, and back", (entropy, phrase) => {
  expect(toWords(bytes(entropy)).join(" ")).toBe(phrase);
  expect(readPhrase(phrase.split(" "))).toEqual({ ok: true, entropy: bytes(entropy) });
});

test("new phrases have 128 bits and differ", () => {
  const [first, second] = [newEntropy(), newEntropy()];
  expect(first).toHaveLength(16);
  expect(first).not.toEqual(second);
});

test("a pasted phrase is read with numbers, capitals and lines", () => {
  const words = toWords(bytes("9e885d952ad362caeb4efe34a8e91bd2"));
  const pasted = words.map((word, at) => `${at + 1}. ${at % 2 ? word.toUpperCase() : word}`).join("\n");
  expect(splitWords(pasted)).toEqual(words);
  expect(splitWords("")).toEqual([]);
});

test("what is wrong with a phrase is named", () => {
  const words = toWords(bytes("9e885d952ad362caeb4efe34a8e91bd2"));
  const problemOf = (typed: string[]) => {
    const read = readPhrase(typed);
    return read.ok ? null : read.problem;
  };
  expect(problemOf(words.slice(1))).toEqual({ kind: "count", count: 11 });
  expect(problemOf(words.with(2, "grabb").with(11, "picnick"))).toEqual({
    kind: "unknown",
    positions: [3, 12],
  });
  expect(problemOf(words.toReversed())).toEqual({ kind: "checksum" });
});

test("words are suggested by their first letters", () => {
  expect(suggestWords("aban", 5)).toEqual(["abandon"]);
  expect(suggestWords("ab", 3)).toEqual(["abandon", "ability", "able"]);
  expect([suggestWords("", 5), suggestWords("qx", 5)]).toEqual([[], []]);
});
