/** How the texts of a profile are cleaned, and its tags counted: pure decisions. */
import type { Refusal } from "#app/errors.ts";
import { cleanText } from "../stages/live/rules.ts";
import { profileLimits } from "./contract/my-profile.ts";

/** Marks on one letter beyond what any language needs: a pile that covers the lines around it. */
const piles = /(\p{M}{4})\p{M}+/gu;

/** One line, single spaces, nothing invisible that changes how the rest is read. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, " ").replace(piles, "$1");
}

/** Lines of text: as `cleanLine`, but line breaks and the spaces within a line stay; never two empty lines in a row. */
export function cleanProse(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/u).map(cleanText);
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(piles, "$1")
    .trim();
}

/** Tags as they are kept: cleaned, none empty, none twice whatever its case, in the order given. */
export function decideTags(tags: readonly string[]): { ok: true; tags: string[] } | Refusal {
  const kept = new Map<string, string>();
  for (const tag of tags.map(cleanLine)) {
    const key = tag.normalize("NFKC").toLowerCase();
    if (tag !== "" && !kept.has(key)) kept.set(key, tag);
  }
  return kept.size > profileLimits.tags
    ? { ok: false, code: "too-many-tags" }
    : { ok: true, tags: [...kept.values()] };
}
