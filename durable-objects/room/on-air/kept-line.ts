import type { HeardLine } from "#app/domains/media/contract/heard.ts";
import { versionSeparator } from "#app/domains/tracklists/claims.ts";
import { earRules } from "#app/domains/tracklists/rules.ts";
import type { TrackIdentity } from "#app/domains/tracks/identity.ts";
import { detailsOf } from "./unnamed-lines.ts";

/** What the room keeps of a line of the ear. */
export interface KeptLine {
  line: HeardLine;
  broadcastId: string;
  /** The id of its row of evidence, and of the play that it begins. */
  evidence: string;
  track: TrackIdentity;
  grade: "A" | "B" | "C";
  witnesses: number;
  /** The reference is the performer's own. Missing in lines of an earlier version, which were not asked. */
  isOwn?: boolean;
  isSure: boolean;
  isPlayed: boolean;
  /** Counts what was stored of it. */
  writes: number;
}

/** What decides whether it is sure. */
export function toEvidence({ line, grade, witnesses, isOwn }: KeptLine) {
  const { share, chance, seconds } = line;
  const supportedMs = Math.round(seconds * 1_000);
  const versions = line.versions.join(versionSeparator);
  const details = { ...detailsOf(line), witnesses, versions, ...(isOwn === true && { own: 1 }) };
  return { share, chance, supportedMs, grade, details };
}

/** Only another performer says that it is this track. */
export const isStrangers = (kept: KeptLine) => kept.isOwn !== true && kept.witnesses < earRules.witnesses;
