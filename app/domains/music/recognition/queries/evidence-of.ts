/** The evidence of one person in tracklists, as conditions for the deletion of their account. */
import { and, eq, or, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { tracklistEvidence, tracks } from "#db/schema/index.ts";

/** Suggested, or named elsewhere, which is a suggestion to others who play the same sound. */
const isSuggestion = ({ act, details }: Record<"act" | "details", SQLiteColumn>) =>
  sql`(${act} = 'suggest' or (${details} ->> '$.namedIn' is not null and ${details} ->> '$.own' is null))`;

export const isSuggestionOf = (userId: string) =>
  and(eq(tracklistEvidence.userId, userId), isSuggestion(tracklistEvidence));

export const suggestedBy = (db: Db, userId: string) =>
  db.select({ id: tracklistEvidence.trackId }).from(tracklistEvidence).where(isSuggestionOf(userId));

/** Somebody else has suggested the same, or the performer or a manager has accepted it. */
export function agreementWithIt(db: Db) {
  const by = alias(tracklistEvidence, "agreed");
  const isSame = and(
    eq(by.act, "suggest"),
    eq(by.line, tracklistEvidence.line),
    eq(by.trackId, tracklistEvidence.trackId),
    sql`${by.userId} is not ${tracklistEvidence.userId}`,
  );
  const isAccepted = sql`${by.details} ->> '$.suggestion' = ${tracklistEvidence.id}`;
  return db
    .select({ id: by.id })
    .from(by)
    .where(and(eq(by.performance, tracklistEvidence.performance), or(isSame, isAccepted)));
}

/** Evidence of a track that stays: neither of a performance on their profile nor a suggestion of theirs. */
export function evidenceOfOthers(db: Db, userId: string) {
  const kept = alias(tracklistEvidence, "kept");
  return db
    .select({ id: kept.id })
    .from(kept)
    .where(
      and(
        eq(kept.trackId, tracks.id),
        sql`not (${kept.performerId} is ${userId} and ${kept.stageId} is null)`,
        sql`not (${kept.userId} is ${userId} and ${isSuggestion(kept)})`,
      ),
    );
}
