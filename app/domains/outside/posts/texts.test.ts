import { expect, test } from "vitest";
import { textLength } from "#app/domains/base/text/clean.ts";
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { buildPost, type PostFacts } from "./build.ts";
import { defaultText, exampleFacts, storedText, templateOf } from "./default-texts.ts";
import { hasPlaceholder, templateProblem } from "./template.ts";
import { textProblem } from "./text-problem.ts";

const limit: PostLimit = { max: 280, linkCount: 23, count: textLength, plain: (name) => name };
const facts: PostFacts = { performer: "Ana", stage: "Night Shift", set: "Warm-Up", at: 0 };
const x = { party: "twitter", owner: "user" } as const;
const channel = { party: "discord", owner: "stage" } as const;

const posted = (voice: typeof x | typeof channel, own: string, change: Partial<PostFacts> = {}) => {
  const of = { ...facts, ...change };
  return buildPost({ template: templateOf(voice, "live", { own, facts: of }), facts: of, link: null, limit })
    .text;
};

test("an unknown placeholder is refused by name", () => {
  expect(templateProblem("Hi {performer}, {artist}!")).toBe(
    "{artist} is not a placeholder. You can use {performer}, {stage}, {set}, {time} and {link}.",
  );
  expect(templateProblem("{}")).toContain("{} is not a placeholder");
  expect(templateProblem("a } b {")).toBeNull();
  expect(hasPlaceholder("{SET}!", ["set"])).toBe(true);
  expect(hasPlaceholder("set", ["set"])).toBe(false);
});

test("the default tweet reads as it always did, and no two performers post the same", () => {
  expect(defaultText(x, "live")).toBe("I am LIVE NOW on Cue Music!");
  const tweets = [
    posted(x, ""),
    posted(x, "", { performer: "Bob" }),
    posted(x, "", { stage: "Day Shift" }),
    posted(x, "", { set: "Closing" }),
    posted(x, "", { at: 3_600_000 }),
    posted(x, "", { set: null, stage: null }),
  ];
  expect(new Set(tweets).size).toBe(tweets.length);
  expect(tweets[0]).toBe("I am LIVE NOW on Cue Music! Ana: Warm-Up on Night Shift, Thu, Jan 1, 00:00 UTC");
});

test("a default that was left as it is, or deleted, stays the default", () => {
  expect(posted(x, " I am LIVE NOW on Cue Music! ")).toBe(posted(x, ""));
  expect(storedText(x, "live", "I am LIVE NOW on Cue Music!")).toBe("");
  expect(storedText(x, "live", " My own ")).toBe("My own");
  expect(posted(x, "My own {set}")).toBe("My own Warm-Up");
});

test("a stage says who plays where it tells that", () => {
  expect(posted(channel, "")).toBe("Ana is live on Night Shift: Warm-Up.");
  expect(posted(channel, "", { set: null })).toBe("Ana is live on Night Shift.");
  expect(posted(channel, "", { performer: null })).toBe("Night Shift is live: Warm-Up.");
});

test("a text that does not fit with an example set cannot be saved, and the default always can", () => {
  const about = { party: "twitter", owner: { kind: "user", name: "Ana" }, now: 0 } as const;
  expect(textProblem("x".repeat(257), limit, { ...about, hasLink: true })).toBeNull();
  expect(textProblem("x".repeat(258), limit, { ...about, hasLink: true })).toBe(
    "This text is too long for Twitter. Shorten it.",
  );
  expect(textProblem("x".repeat(280), limit, { ...about, hasLink: false })).toBeNull();
  expect(textProblem("", { ...limit, max: 1 }, { ...about, hasLink: true })).toBeNull();
  expect(exampleFacts({ owner: "user", name: "Ana", now: 1 })).toMatchObject({
    performer: "Ana",
    at: 3_600_000,
  });
});
