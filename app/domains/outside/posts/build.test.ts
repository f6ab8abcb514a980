import * as fc from "fast-check";
import { expect, test } from "vitest";
import { textLength } from "#app/domains/base/text/clean.ts";
import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { buildPost, countPost, type PostFacts, postTime, shownPost } from "./build.ts";

const limit = (max: number, linkCount = 10): PostLimit => ({
  max,
  linkCount,
  count: textLength,
  plain: plainText,
});
const facts: PostFacts = {
  performer: "Ana",
  stage: "Night Shift",
  set: "Warm-Up",
  at: Date.UTC(2026, 10, 27, 21, 30),
};
const link = "https://cue.example/room/night-shift";
const built = (template: string, change: Partial<Parameters<typeof buildPost>[0]> = {}) =>
  buildPost({ template, facts, link, limit: limit(500), ...change });

test("placeholders become names and a time with its zone, and the link is added at the end", () => {
  expect(built("{performer} plays {set} on { Stage }: {time}")).toEqual({
    text: "Ana plays Warm-Up on Night Shift: Fri, Nov 27, 21:30 UTC",
    link,
  });
  expect(postTime(facts.at, "Europe/Berlin")).toBe("Fri, Nov 27, 22:30 GMT+1");
  expect(shownPost(built("Hi"), limit(500))).toBe(`Hi ${link}`);
});

test("what a broadcast does not have is not shown as a gap", () => {
  const alone = { ...facts, stage: null, set: null };
  expect(built("{set} on {stage}", { facts: alone }).text).toBe("a live set on Cue");
  expect(built("{performer} is live", { facts: { ...facts, performer: null } }).text).toBe(
    "Night Shift is live",
  );
});

test("the link stays where it was written, once", () => {
  expect(built("Here: {link} – {set} {link}")).toEqual({ text: `Here: ${link} – Warm-Up`, link: null });
  expect(built("Here: {link}")).toEqual({ text: "Here:", link });
  expect(built("Here {link} now", { link: null })).toEqual({ text: "Here now", link: null });
});

test("a name cannot address an account that the owner did not write", () => {
  const hostile = { ...facts, set: "hi @everyone @ten" };
  expect(built("{set} with @ana", { facts: hostile }).text).toBe("hi @\u2060everyone @\u2060ten with @ana");
});

test("a long text is shortened between words, and the link is not", () => {
  const long = { ...facts, set: "one two three four five six seven eight nine ten" };
  const { text } = built("{set}", { facts: long, limit: limit(50, 20) });
  expect(text).toBe("one two three four five six…");
  const middle = built("{set} {link} after", { facts: long, limit: limit(60, 20) });
  expect(middle.text).toContain(link);
  expect(built("👩‍👩‍👧‍👦".repeat(20), { limit: { ...limit(30), count: (each) => each.length } }).text).toBe(
    "👩‍👩‍👧‍👦…",
  );
});

test("whatever is written and named, a post fits where the service counts characters", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme" }).map((text) => text.replace(/[{}]/g, "")),
    fc.constantFrom("{performer}", "{stage}", "{set}", "{time}", "{link}"),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.integer({ min: 12, max: 200 }),
      fc.option(fc.constant("https://a.example")),
      (template, set, max, to) => {
        const service = limit(max, 18);
        const post = built(template, { facts: { ...facts, set }, link: to, limit: service });
        const shown = shownPost(post, service);
        const room = Math.max(max, to === null ? 0 : service.linkCount);
        expect(service.count(shown)).toBeLessThanOrEqual(room);
        if (to !== null) expect(shown).toContain(to);
        expect(shown).not.toContain("\uE000");
      },
    ),
  );
});

test("the count is that of the whole post before it is shortened", () => {
  const counted = (template: string, hasLink: boolean) =>
    countPost({ template, facts, hasLink, limit: limit(280, 24) });
  expect(counted("Hi {performer}", false)).toBe(6);
  expect(counted("Hi {performer}", true)).toBe(30);
  expect(counted("Hi {link} {performer}", true)).toBe(30);
});
