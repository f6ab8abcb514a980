import { describe, expect, test } from "vitest";
import { completeMention, isMentioned, mentionAt } from "./mentions.ts";

const names = ["Ada Marlow", "Adele", "Óscar", "bo"];

describe("a mention", () => {
  test.each([
    ["@", 1, ["Ada Marlow", "Adele", "Óscar", "bo"]],
    ["hey @ad", 7, ["Ada Marlow", "Adele"]],
    ["hey @ADA M", 10, ["Ada Marlow"]],
    ["@ó", 2, ["Óscar"]],
    ["@bo and @ad", 11, ["Ada Marlow", "Adele"]],
  ])("in %j is completed by %j", (draft, caret, found) => {
    expect(mentionAt(draft, caret, names)?.names).toEqual(found);
  });

  test.each([
    ["hello", 5],
    ["mail me at x@ad", 15],
    ["@ada marlow is great", 20],
    ["@ad", 0],
    ["@zoe", 4],
    ["", 0],
  ])("is not in %j", (draft, caret) => expect(mentionAt(draft, caret, names)).toBeNull());

  test.each([
    ["@Ada Marlow hello", true],
    ["hello @ada marlow!", true],
    ["@Ada Marlowe and @Ada Marlow", true],
    ["@Ada Marlowe", false],
    ["mail@Ada Marlow", false],
    ["Ada Marlow", false],
    ["@Ada", false],
  ])("in %j addresses Ada Marlow: %j", (message, is) => {
    expect(isMentioned(message, "Ada Marlow")).toBe(is);
  });

  test("replaces the typed prefix and keeps the text after it", () => {
    const draft = "hey @ad how are you";
    const mention = mentionAt(draft, 7, names);
    if (mention === null) throw new Error("no mention");
    expect(completeMention(draft, 7, mention, "Ada Marlow")).toEqual({
      draft: "hey @Ada Marlow how are you",
      caret: 16,
    });
  });
});
