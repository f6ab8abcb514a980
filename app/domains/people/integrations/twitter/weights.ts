/**
 * The length of a text by X's rules: its configuration 3 of `twitter-text`, with our own code, because that package has
 * not changed since 2020 and brings a list of all top-level domains and four packages to the page.
 */
import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "../post-client.ts";

const linkWeight = 23;
const otherWeight = 2;

/** Code points that weigh 1: mostly alphabets and punctuation. All others weigh 2. */
const light = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
] as const;

/**
 * The limit of X. By the specification a text has 257 characters beside its link: with the space between them that is
 * one too many, and `fit` makes room for it.
 */
export const twitterLimit: PostLimit = { max: 280, count: weigh, linkCount: linkWeight, plain: plainText };

/** Weighted characters: a link is 23, an emoji 2 however many parts it has. */
export function weigh(text: string): number {
  const { rest, links } = withoutLinks(text.normalize("NFC"));
  let sum = links * linkWeight;
  for (const { segment } of graphemes.segment(rest))
    sum += isEmoji(segment) ? otherWeight : sumOf(Array.from(segment, weightOf));
  return sum;
}

/** The text as it is, or its beginning with `…` where it weighs more than `max`. */
export function fit(text: string, max: number): string {
  if (weigh(text) <= max) return text;
  const kept = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (kept.length > 0) {
    kept.pop();
    const shortened = `${kept.join("").trimEnd()}…`;
    if (weigh(shortened) <= max) return shortened;
  }
  return "";
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const flagOrKey = /^(?:\p{Regional_Indicator}{2}|[#*0-9]\ufe0f?\u20e3)$/u;
const pictograph = /^\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
/** They end the flag of a region. */
const tags = /[\u{e0020}-\u{e007f}]/gu;
const joiner = "\u200d";

/** A whole sequence: a flag, a key, or pictographs, joined or alone. */
function isEmoji(segment: string): boolean {
  if (flagOrKey.test(segment)) return true;
  // Without a variation selector these are letters.
  if (segment === "©" || segment === "®") return false;
  return segment
    .replace(tags, "")
    .split(joiner)
    .every((part) => pictograph.test(part));
}

function weightOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return light.some(([from, to]) => point >= from && point <= to) ? 1 : otherWeight;
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** An address with its scheme; letters of other scripts end it. */
const withScheme = /(?<![a-z0-9@＠$#＃])https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%|\p{sc=Latn}\p{sc=Cyrl}]+/giu;
const words = /\S+/gu;
const bareHost = /^[a-z0-9.-]+/i;
const opening = /^[("'“‘«[{]+/u;

function withoutLinks(text: string): { rest: string; links: number } {
  let links = 0;
  /** Returns the part of it that is no link. */
  const cut = (word: string, from: number, length: number): string => {
    if (length === 0) return word;
    links++;
    return word.slice(0, from) + word.slice(from + length);
  };
  const rest = text
    .replace(withScheme, (link) => cut(link, 0, hasDomain(link) ? endOf(link) : 0))
    .replace(words, (word) => {
      const from = opening.exec(word)?.[0].length ?? 0;
      return cut(word, from, bareLinkLength(word.slice(from)));
    });
  return { rest, links };
}

/** Returns the end of a link: what ends the sentence is not part of it. */
function endOf(link: string): number {
  let end = link.length;
  while (end > 0 && `.,:;!?'"”’»)]}`.includes(link.charAt(end - 1))) end--;
  return end;
}

const hasDomain = (link: string): boolean => (link.split("/", 3)[2] ?? "").slice(0, -1).includes(".");

/**
 * X links the name of a host without a scheme too: of two parts of which the second is a country only with a path
 * (`it.is` is no link, `it.is/x` is one). Returns how much of the word's beginning is such a link.
 */
function bareLinkLength(word: string): number {
  const [found = ""] = bareHost.exec(word) ?? [];
  const host = found.slice(0, endOf(found)).toLowerCase();
  const next = word.charAt(host.length);
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length < 2 || labels.includes("") || next === "@") return 0;
  const isLink = generic.has(top) || (/^[a-z]{2}$/.test(top) && (next === "/" || labels.length > 2));
  if (!isLink) return 0;
  return next === "/" ? endOf(word) : host.length;
}

/** Those that texts about music are likely to have. */
const generic = new Set(
  (
    "com net org edu gov info biz name mobi co tv app dev live music radio audio band club dance party events " +
    "stream media video studio studios online site website page link world social community store shop blog art fans " +
    "news digital agency network space tech cloud zone xyz pro"
  ).split(" "),
);
