/** The text of a post at Bluesky: what it may count, and the facets that make its links and tags work. */
import type { PostLimit } from "../post-client.ts";

/** A link is shown without its scheme and cut to this; the facet has its address. */
const maxShownLink = 32;
const maxTag = 64;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const encoder = new TextEncoder();

const countGraphemes = (text: string): number => Array.from(graphemes.segment(text)).length;

/** 300 graphemes, and 3,000 bytes: ten for each. */
export const blueskyLimit: PostLimit = {
  max: 300,
  count: (text) => Math.max(countGraphemes(text), Math.ceil(encoder.encode(text).length / 10)),
  linkCount: 1 + maxShownLink,
};

/** A part of a text in bytes of its UTF-8, the end exclusive, and what it is. */
export interface Facet {
  index: { byteStart: number; byteEnd: number };
  features: (
    | { $type: "app.bsky.richtext.facet#link"; uri: string }
    | { $type: "app.bsky.richtext.facet#tag"; tag: string }
  )[];
}

/** The text with the link at its end. Bluesky finds neither links nor tags itself. */
export function composeText(text: string, link: string | null): { text: string; facets: Facet[] } {
  const found = [...linksOf(text), ...tagsOf(text)];
  if (link === null) return { text, facets: found };
  const before = text === "" ? "" : `${text} `;
  const shown = shownLink(link);
  return { text: before + shown, facets: [...found, linkFacet(before, shown, link)] };
}

function shownLink(link: string): string {
  const shown = link.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return shown.length <= maxShownLink ? shown : `${shown.slice(0, maxShownLink - 1)}…`;
}

/** Words of a text, with what is before each. */
function* wordsOf(text: string): Generator<{ before: string; word: string }> {
  for (const { 0: word, index } of text.matchAll(/\S+/g)) yield { before: text.slice(0, index), word };
}

function linksOf(text: string): Facet[] {
  return Array.from(wordsOf(text)).flatMap(({ before, word }) => {
    const url = withoutPunctuation(word);
    return /^https?:\/\//.test(url) && URL.canParse(url) ? [linkFacet(before, url, url)] : [];
  });
}

function tagsOf(text: string): Facet[] {
  return Array.from(wordsOf(text)).flatMap(({ before, word }) => {
    const shown = withoutPunctuation(word);
    const tag = shown.slice(1);
    // A number alone is no tag.
    if (!shown.startsWith("#") || tag.startsWith("#") || /^\d*$/.test(tag) || countGraphemes(tag) > maxTag)
      return [];
    return [facet(before, shown, { $type: "app.bsky.richtext.facet#tag", tag })];
  });
}

/** A word without the punctuation of the sentence after it. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && /[.,;:!?)\]}"'…]/.test(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

const linkFacet = (before: string, shown: string, uri: string): Facet =>
  facet(before, shown, { $type: "app.bsky.richtext.facet#link", uri });

function facet(before: string, shown: string, feature: Facet["features"][number]): Facet {
  const byteStart = encoder.encode(before).length;
  return { index: { byteStart, byteEnd: byteStart + encoder.encode(shown).length }, features: [feature] };
}
