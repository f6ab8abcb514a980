/** Evidence of a tracklist, and the lines that are derived from it. Times are epoch ms, server time in the sound. */

import type { Voice } from "#app/domains/people/accounts/independent.ts";
import type { tracklistEvidence, trackReferences } from "#db/schema/index.ts";

/** `voice`: of the account that said it; `isUnwanted`: banned, or blocked by the performer. */
export type EvidenceRow = typeof tracklistEvidence.$inferSelect & {
  voice?: (Voice & { isUnwanted: boolean }) | null;
};
export type NewEvidence = typeof tracklistEvidence.$inferInsert;
export type ReferenceRow = typeof trackReferences.$inferSelect;
export type EvidenceKind = EvidenceRow["kind"];
export type Confidence = "possible" | "named" | "fileable";

/** A name for a span that nobody has named. */
export interface Suggestion {
  /** The id of its row. */
  id: string;
  trackId: string | null;
  artist: string;
  title: string;
  /** The key by which spellings of one name are compared. */
  key: string;
  /** The part of the line that it is for; null: all of it. */
  startsAt: number | null;
  endsAt: number | null;
  /** The ids of the listeners who suggested it or agreed. */
  by: string[];
  /** The ids of those who gave the same sound this name in another performer's tracklist. */
  from: string[];
  /** Facts about all of them who count. */
  voices: Voice[];
}

/** A line of a tracklist. */
export interface Line {
  /** The id of the row that began it, and of its play. */
  id: string;
  /** The plays that it is made of, by their ids: of claims that were joined, and of lines that were merged. */
  plays: string[];
  /** Null: nobody has named it yet. */
  trackId: string | null;
  artist: string;
  title: string;
  startsAt: number;
  /** Null while it is heard, or where nothing tells. */
  endsAt: number | null;
  /** The source that named it: the strongest of `kinds`. */
  source: EvidenceKind;
  /** All that agree on its name. */
  kinds: EvidenceKind[];
  /** The ids of the accounts whose word its name is; none where an encoder or the ear has named it. */
  namedBy: string[];
  confidence: Confidence;
  isConfirmed: boolean;
  /** "My own, unreleased". */
  isOwn: boolean;
  /** Shown as "ID" until then; filed all the same. */
  hiddenUntil: number | null;
  /** Heard less than 20 s inside of another track: not filed. */
  isSample: boolean;
  /** Cue heard something else for 30 s than what the encoder said. */
  isContradicted: boolean;
  /** Known from another performer's reference alone: only a possibility, for the performer. */
  isAnothers: boolean;
  /** Other versions that the ear cannot tell apart. */
  versions: { trackId: string; artist: string; title: string }[];
  suggestions: Suggestion[];
}
