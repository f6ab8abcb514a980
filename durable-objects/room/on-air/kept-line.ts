import { versionSeparator } from "#app/domains/air/tracklists/claims.ts";
import { earRules } from "#app/domains/air/tracklists/rules.ts";
import type { KeptLine } from "../memory.ts";
import { detailsOf } from "./unnamed-lines.ts";

/** Returns the facts that decide whether it is sure. */
export function toEvidence({ line, grade, witnesses, isOwn }: KeptLine) {
  const { share, chance, seconds } = line;
  const supportedMs = Math.round(seconds * 1_000);
  const versions = line.versions.join(versionSeparator);
  const details = { ...detailsOf(line), witnesses, versions, ...(isOwn === true && { own: 1 }) };
  return { share, chance, supportedMs, grade, details };
}

/** Only another performer says that it is this track. */
export const isStrangers = (kept: KeptLine) => kept.isOwn !== true && kept.witnesses < earRules.witnesses;
