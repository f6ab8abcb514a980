import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { PostLimit } from "../post-client.ts";

/** A server's limits; most have the defaults. */
export interface MastodonLimits {
  maxCharacters: number;
  /** Number of characters that any link counts for. */
  linkCharacters: number;
}

export const defaultLimits: MastodonLimits = { maxCharacters: 500, linkCharacters: 23 };

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Graphemes, each link as a fixed number of them. */
export const mastodonLimit = ({ maxCharacters, linkCharacters }: MastodonLimits): PostLimit => ({
  max: maxCharacters,
  count: (text) => {
    const counted = text.replace(/https?:\/\/\S+/g, "x".repeat(linkCharacters));
    return Array.from(graphemes.segment(counted)).length;
  },
  linkCount: 1 + linkCharacters,
  plain: plainText,
});

/** The text, or the part of it that a server takes which takes less than most. */
export function fit(text: string, { max, count }: Pick<PostLimit, "max" | "count">): string {
  let kept = text;
  while (kept !== "" && count(kept) > max) {
    const letters = Array.from(graphemes.segment(kept), ({ segment }) => segment);
    // Without what is too much, and without one more for the ellipsis that takes its place.
    const length = Math.min(letters.length - 1, letters.length - (count(kept) - max) - 1);
    kept = length > 0 ? `${letters.slice(0, length).join("").trimEnd()}…` : "";
  }
  return kept;
}
