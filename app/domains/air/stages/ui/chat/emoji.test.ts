import { expect, test } from "vitest";
import { emojiAt, emojis, insertAt } from "./emoji.ts";

const found = (draft: string, caret = draft.length) => emojiAt(draft, caret)?.found.map(({ name }) => name);

test("an emoji is completed by any word of its name after a colon", () => {
  expect(found(":fi")).toEqual(["fire"]);
  expect(found("so good :ha")).toEqual(["hands up", "handshake"]);
  expect(found(":UP")).toEqual(["hands up", "thumbs up"]);
  expect(emojiAt("so good :fire", 13)).toMatchObject({ at: 8 });
  expect(found(":fire now", 5)).toEqual(["fire"]);
});

test("times, links, smileys of characters and unknown names are left as they are", () => {
  for (const draft of ["at 10:30", "https://cue.example", ":)", ":-D", ":D", ":", "a:fire", ":nothing"])
    expect(found(draft), draft).toBeUndefined();
});

test("an emoji replaces what was typed of it, or stands at the caret", () => {
  expect(insertAt("so good :fi!", { at: 8, caret: 11 }, "*")).toEqual({ draft: "so good *!", caret: 9 });
  expect(insertAt("ab", { at: 1, caret: 1 }, "*")).toEqual({ draft: "a*b", caret: 2 });
});

test("each emoji and each name is there once", () => {
  expect(new Set(emojis.map(({ emoji }) => emoji)).size).toBe(emojis.length);
  expect(new Set(emojis.map(({ name }) => name)).size).toBe(emojis.length);
});
