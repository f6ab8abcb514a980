/** Every place to which names of others go, read as the program there reads it: it must find nothing in them. */
import { parse } from "@markdoc/markdoc";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { discordText, plainText, shownInDiscord } from "#app/domains/base/text/foreign-text.ts";
import { composeText } from "#app/domains/people/integrations/bluesky/post-text.ts";
import { noticeMail } from "#app/domains/people/notifications/mails.ts";
import { buildPost, shownPost } from "./build.ts";
import { postServices } from "./clients.ts";
import { postParties } from "./contract.ts";

const names = [
  "Free tokens https://evil.example/claim?x=1",
  "Free tokens HTTP://EVIL.EXAMPLE",
  "evil.example",
  "www.evil.com/free",
  "will.i.am",
  "discord.gg/free",
  "t.me/free",
  "evil。com",
  "a@evil.com",
  "mailto:a@evil.com tel:123 magnet:?xt=1 tg://resolve?domain=evil",
  "@everyone",
  "@here and @ana@evil.example ＠ana",
  "#tag ＃tag #1",
  "$CUE $a",
  "/start now",
  ":smile: :100: a:b:",
  "<@123> <@!1> <@&2> <#3> </play:4> <id:home>",
  "<:blob:123> <a:blob:123> <t:1700000000:R>",
  "<https://evil.example>",
  "[Free](https://evil.example)",
  "[Free](<https://evil.example> 'x')",
  "*NSYNC* vs __Blink__",
  "**b** _i_ ***x*** ~~s~~ ||spoiler|| `code` ```block```",
  "# Heading",
  "### Heading",
  "-# small",
  "- item",
  "+ item",
  "* item",
  "1. item",
  "12) item",
  "> quote",
  ">>> quote",
  "\\*a\\* \\",
  "<b>bold</b> <img src=x>",
  "{{set}} {link}\uE000",
  "AC/DC – T.N.T. 12:30 (1 > 2)",
];

/** Patterns that the services find by themselves. Generous: whatever one of them may take for a beginning. */
const found: readonly [what: string, pattern: RegExp][] = [
  ["an address", /[a-z][a-z\d+.-]*:\/\//i],
  ["a scheme", /\b(?:mailto|tel|magnet|xmpp|sms):[^\s\u2060]/i],
  ["a host", /[\p{L}\p{N}-][.。．｡][\p{L}\p{N}]/u],
  ["a mention", /[@＠][\p{L}\p{N}_]/u],
  ["a tag", /[#＃][\p{L}\p{N}_]/u],
  ["a stock", /\$[a-z]/i],
  ["a command", /(?:^|[^\p{L}\p{N}])\/[a-z\d_]/iu],
  ["an emoji code", /:[\w+-]+:/],
  ["an element", /<[a-z/!?]/i],
];

const findIn = (text: string) => found.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);

/**
 * Returns the markup that Discord's Markdown makes of it: nothing but words. Spoilers, mentions and small print are its
 * own.
 */
function markupIn(text: string): string[] {
  const types = new Set([...parse(text).walk()].map(({ type }) => type));
  for (const plain of ["document", "paragraph", "inline", "text", "softbreak"] as const) types.delete(plain);
  const own = [/(?<!\\)\|\|/, /(?<!\\)<[@#:/at\w]/, /^\s*(?:-#|>|#+) /m].filter((each) => each.test(text));
  return [...types, ...own.map(String)];
}

const visible = (text: string) => text.replaceAll("\u2060", "");
const template = "{performer} plays {set}\n{stage}";
const link = "https://cue.example/room/attic";

describe.each(postParties)("a post at %s", (party) => {
  const { limit } = postServices[party];

  test.each(names)("shows %j as a name alone", (name) => {
    const facts = { performer: name, stage: name, set: name, at: 0 };
    const post = buildPost({
      template,
      facts,
      link,
      limit: { ...limit, max: 4_000, count: (t) => t.length },
    });
    expect(post.link).toBe(link);
    expect(findIn(post.text)).toEqual([]);
    expect(composeText(post.text, null).facets).toEqual([]);
    if (party === "discord") expect(markupIn(post.text)).toEqual([]);
    const clean = name.replaceAll("\uE000", "");
    const shown = visible(shownPost({ text: post.text, link: null }, limit));
    expect(shown).toBe(`${clean} plays ${clean}\n${clean}`.replace(/ +$/gm, ""));
  });

  test("keeps what its owner has written, and the link", () => {
    const facts = { performer: "Ana", stage: "Attic", set: "Warm-Up", at: 0 };
    const own = "**Now** @ana #live {set}: {link}!";
    const { text } = buildPost({ template: own, facts, link, limit });
    expect(text).toBe(`**Now** @ana #live Warm-Up: ${link}!`);
  });
});

test.each(names)("an email shows %j as words alone", (name) => {
  const to = { username: name, email: "ada@example.com" };
  const notices = [
    { kind: "follow" as const, message: `${name} follows you.`, url: "/inbox" },
    { kind: "message" as const, title: name, message: name, url: "/inbox" },
  ];
  const { text } = noticeMail(to, notices, { origin: "https://cue.example", tokens: new Map() });
  const words = text.replaceAll("https://cue.example/inbox", "");
  expect(findIn(words)).toEqual([]);
  expect(visible(words)).toContain(`${name}: ${name}`);
});

test("an announcement keeps the links of the operators", () => {
  const notices = [{ kind: "announcement" as const, message: "See https://cue.example/tokens." }];
  const to = { username: "Ada", email: "ada@example.com" };
  const { text } = noticeMail(to, notices, { origin: "https://cue.example", tokens: new Map() });
  expect(text).toContain("See https://cue.example/tokens.");
});

test("whatever a name is, nothing is found in it, and it reads the same", () => {
  const piece = fc.constantFrom(
    ..."@ # $ / : . < > * _ ~ ` | \\ [ ] ( ) - + 1. a b com https:// //".split(" "),
    " ",
    "é",
    "＠",
  );
  const name = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("").trim());
  fc.assert(
    fc.property(name, (text) => {
      expect(findIn(plainText(text))).toEqual([]);
      expect(visible(plainText(text))).toBe(text);
      const there = discordText(text);
      expect(findIn(there)).toEqual([]);
      expect(markupIn(there)).toEqual([]);
      expect(visible(shownInDiscord(there))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
