import { describe, expect, test } from "vitest";
import { holdsLink, toWordFilter } from "./blocked-words.ts";

describe("a blocked word", () => {
  test.each([
    ["spam", "this is spam", "as it is"],
    ["spam", "SPAM!", "in capitals, with a sign behind it"],
    ["café", "CAFE", "without its accent"],
    ["cafe", "c\u0301afe\u0301", "with accents it does not have"],
    ["spam", "ｓｐａｍ", "in full width"],
    ["spam", "sp\u200Bam", "with an invisible character in it"],
    ["straße", "STRASSE", "as capitals spell it"],
    ["λόγος", "ΛΟΓΟΣ", "in another script"],
    ["spam", "sp4m and $pam", "with signs for letters"],
    ["spam", "get s p a m now", "with letters set apart"],
    ["spam", "s.p.a.m", "with dots between"],
    ["420", "at 420 sharp", "of digits"],
    ["buy followers", "please Buy   FOLLOWERS here", "that is a phrase"],
    ["死ね", "もう死ねよ", "in a script without spaces"],
  ])("%j is found in %j: %s", (word, text) => expect(toWordFilter([word])(text)).toBe(true));

  test.each([
    ["ass", "a classy pass", "inside other words"],
    ["spam", "spammer", "as the beginning of another word"],
    ["tool", "7001 people", "in a number"],
    ["buy followers", "followers buy", "in another order"],
    ["ab", "a b c", "where two letters happen to stand alone"],
    ["か", "が", "where a mark makes another letter"],
    ["spam", "", "in nothing"],
    [".*", "anything", "as a pattern"],
    ["(a+)+$", `${"a".repeat(300)}!`, "as a slow pattern"],
  ])("%j is not found in %j: %s", (word, text) => expect(toWordFilter([word])(text)).toBe(false));

  test("in a list of a hundred is found in a long message, and an empty list finds nothing", () => {
    const many = Array.from({ length: 99 }, (_, i) => `word${i}`);
    expect(toWordFilter([...many, "needle"])(`${"hay ".repeat(70)}needle`)).toBe(true);
    expect(toWordFilter([])("anything")).toBe(false);
  });
});

describe("a link", () => {
  test.each([
    "https://example.com/x",
    "see HTTP://1.2.3.4",
    "www.example.anything",
    "listen at example.com now",
    "(soundcloud.com/ada)",
    "t.me/ada",
    "ｅｘａｍｐｌｅ．ｃｏｍ",
    "ftp://files",
  ])("is found in %j", (text) => expect(holdsLink(text)).toBe(true));

  test.each([
    "well...ok",
    "That was great.Thanks",
    "3.5 minutes",
    "a/b and c.d",
    "dr. who",
    "vol.2",
    "ada@home",
  ])("is not found in %j", (text) => expect(holdsLink(text)).toBe(false));
});
