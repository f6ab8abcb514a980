/**
 * Names and words of others where other programs show them: a program that finds links, mentions, tags or markup in a
 * text must find none in these. Pure. Each syntax has one function here.
 */

import { cleanLine, cleanParagraphs } from "./clean.ts";

/** Word joiner: invisible, and part of no address, mention or tag. Cleaned text of people does not contain it. */
const joiner = "\u2060";

/**
 * Pattern of everything that begins something for a program: the scheme of an address (also `mailto:`) or an emoji
 * code, a mention, a tag, the next label of a host (IDNA knows several dots), a command, an element of HTML.
 */
const beginning = new RegExp(
  [
    String.raw`[:@＠#＃](?=\S)`,
    String.raw`\$(?=\p{L})`,
    String.raw`[.。．｡․﹒](?=[\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])/(?=\S)`,
    String.raw`<(?=[\p{L}/!?@#:&])`,
  ].join("|"),
  "gu",
);

/**
 * Returns the text for emails, feeds, X, Bluesky, Mastodon, Mixcloud and Telegram (without a parse mode): looks the same,
 * starts nothing.
 */
export const plainText = (text: string): string => text.replace(beginning, `$&${joiner}`);

/** A name as emails, feeds and calendars show it: one clean line that starts nothing. */
export const foreignLine = (text: string): string => plainText(cleanLine(text));

/** Paragraphs of others there, such as the description of a set. */
export const foreignParagraphs = (text: string): string => plainText(cleanParagraphs(text));

const discordMarks = /[\\*_~`|<]|(?<=\])\(/g;
/** Headings, small print, quotes and lists begin a line. */
const discordLine = /^(\s*)([#>+-]|\d+(?=[.)]))/;

/** Returns the text for Discord, whose Markdown is in messages and in cards. */
export const discordText = (text: string): string =>
  plainText(text)
    .replace(discordMarks, String.raw`\$&`)
    .replace(discordLine, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    );

/** Such a text in Discord as people see it there. */
export const shownInDiscord = (text: string): string => text.replace(/\\([^0-9A-Za-z\s])/g, "$1");
