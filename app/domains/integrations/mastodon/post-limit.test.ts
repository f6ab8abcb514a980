import { expect, test } from "vitest";
import { defaultLimits, fit, mastodonLimit } from "./post-limit.ts";

test("a link counts the same however long it is, and a letter of several code points once", () => {
  const limit = mastodonLimit(defaultLimits);
  expect([limit.max, limit.linkCount]).toEqual([500, 24]);
  expect(limit.count("Live 👩‍👩‍👧")).toBe(6);
  expect(limit.count(`Live https://cue.music/${"a".repeat(100)} now`)).toBe(5 + 23 + 4);
  expect(mastodonLimit({ maxCharacters: 5_000, linkCharacters: 30 })).toMatchObject({
    max: 5_000,
    linkCount: 31,
  });
});

test("a text that is too long for a server is cut between letters", () => {
  const { count } = mastodonLimit(defaultLimits);
  expect(fit("Live now", { max: 8, count })).toBe("Live now");
  expect(fit("Live now", { max: 7, count })).toBe("Live n…");
  expect(fit("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", { max: 2, count })).toBe("👩‍👩‍👧…");
  expect(count(fit(`Live ${"https://cue.music/a ".repeat(30)}`, { max: 40, count }))).toBeLessThanOrEqual(40);
  expect(fit("Live", { max: 0, count })).toBe("");
});
