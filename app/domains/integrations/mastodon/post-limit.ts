import type { PostLimit } from "../post-client.ts";

/** What a server counts; most have the defaults. */
export interface MastodonLimits {
  maxCharacters: number;
  /** What any link counts for. */
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
});
