/** The text of a post at Bluesky: what it may count, and the facets that make its links and tags work. */
import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "../post-client.ts";

/** Links are shown without their scheme and cut to this, as Bluesky's apps do; the facet has the address. */
const maxShownLink = 32;
const maxTag = 64;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const encoder = new TextEncoder();

const countGraphemes = (text: string): number => Array.from(graphemes.segment(text)).length;

/** 300 graphemes, and 3,000 bytes: ten for each. */
export const blueskyLimit: PostLimit = {
  max: 300,
  count: (text) => {
    const shown = composeText(text, null).text;
    return Math.max(countGraphemes(shown), Math.ceil(encoder.encode(shown).length / 10));
  },
  linkCount: 1 + maxShownLink,
  plain: plainText,
};

/** A part of a text in bytes of its UTF-8, the end exclusive, and what it is. */
export interface Facet {
  index: { byteStart: number; byteEnd: number };
  features: (
    | { $type: "app.bsky.richtext.facet#link"; uri: string }
    | { $type: "app.bsky.richtext.facet#tag"; tag: string }
  )[];
}

/** The text as it is shown, with the link at its end. Bluesky finds neither links nor tags itself. */
export function composeText(text: string, link: string | null): { text: string; facets: Facet[] } {
  const facets: Facet[] = [];
  let shown = "";
  let bytes = 0;
  const add = (part: string, feature?: Facet["features"][number]) => {
    const byteStart = bytes;
    bytes += encoder.encode(part).length;
    shown += part;
    if (feature !== undefined) facets.push({ index: { byteStart, byteEnd: bytes }, features: [feature] });
  };
  for (const part of text.split(/(\s+)/)) addWord(add, part);
  if (link !== null) {
    if (text !== "") add(" ");
    add(shownLink(link), toLink(link));
  }
  return { text: shown, facets };
}

/** A tag does not begin with the invisible characters that Bluesky's apps leave out of tags. */
const beginning = /https?:\/\/|#(?![\u00ad\u200a-\u200c\u2060])/;

/** A link or a tag, with the punctuation around it. */
function addWord(add: (part: string, feature?: Facet["features"][number]) => void, word: string): void {
  const start = word.search(beginning);
  const end = endOf(word);
  const found = start < 0 || end <= start ? "" : word.slice(start, end);
  if (found.startsWith("http") && URL.canParse(found)) {
    add(word.slice(0, start));
    add(shownLink(found), toLink(found));
    return add(word.slice(end));
  }
  const tag = found.slice(1);
  // A number alone is no tag, nor is what follows a letter.
  const isTag = found.startsWith("#") && /^[("'[{]*$/.test(word.slice(0, start)) && !/^\d*$|^#/.test(tag);
  if (!isTag || countGraphemes(tag) > maxTag) return add(word);
  add(word.slice(0, start));
  add(found, { $type: "app.bsky.richtext.facet#tag", tag });
  add(word.slice(end));
}

/** Returns the start of the sentence's punctuation that follows a word. */
function endOf(word: string): number {
  let end = word.length;
  while (end > 0 && /[.,;:!?)\]}"'…]/.test(word.charAt(end - 1))) end--;
  return end;
}

function shownLink(link: string): string {
  const shown = link.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const letters = Array.from(graphemes.segment(shown), ({ segment }) => segment);
  return letters.length <= maxShownLink ? shown : `${letters.slice(0, maxShownLink - 1).join("")}…`;
}

const toLink = (uri: string) => ({ $type: "app.bsky.richtext.facet#link", uri }) as const;
