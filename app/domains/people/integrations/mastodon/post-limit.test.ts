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
  const limit = mastodonLimit(defaultLimits);
  expect(fit("Live now", { ...limit, max: 8 })).toBe("Live now");
  expect(fit("Live now", { ...limit, max: 7 })).toBe("Live n…");
  expect(fit("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", { ...limit, max: 2 })).toBe("👩‍👩‍👧…");
  expect(
    limit.count(fit(`Live ${"https://cue.music/a ".repeat(30)}`, { ...limit, max: 40 })),
  ).toBeLessThanOrEqual(40);
  expect(fit("Live", { ...limit, max: 0 })).toBe("");
});
