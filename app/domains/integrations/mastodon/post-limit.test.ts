import { expect, test } from "vitest";
import { defaultLimits, mastodonLimit } from "./post-limit.ts";

test("a link counts the same however long it is, and a letter of several code points once", () => {
  const limit = mastodonLimit(defaultLimits);
  expect([limit.max, limit.linkCount]).toEqual([500, 24]);
  expect(limit.count("Live 👩‍👩‍👧")).toBe(6);
  expect(limit.count(`Live https://cue.music/${"a".repeat(100)} now`)).toBe(5 + 23 + 4);
  expect(mastodonLimit({ maxCharacters: 5_000, linkCharacters: 30 })).toMatchObject({ max: 5_000, linkCount: 31 });
});
