/** The rules of a profile's content: pure decisions. */

import { cleanLine } from "#app/domains/base/text/clean.ts";
import type { Refusal } from "#app/errors.ts";
import { profileLimits } from "./contract/my-profile.ts";

/** Tags as they are stored: cleaned, without empty ones and duplicates (ignoring case), in the given order. */
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
