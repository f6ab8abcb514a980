/** What a profile may say: pure decisions. */
import type { Refusal } from "#app/errors.ts";
import { cleanLine } from "../text/clean.ts";
import { profileLimits } from "./contract/my-profile.ts";

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
