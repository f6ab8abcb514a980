/** Which references are in the index of all references, and which are to be. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { trackReferences } from "../schema/index.ts";
import { trustedFrom } from "./references.ts";

/**
 * What may name anybody's play, and what nobody has named. A crate is private: of its tracks only those that were
 * played, which have a track.
 */
const belongs = (now: number) =>
  and(
    isNull(trackReferences.sameAs),
    or(isNull(trackReferences.expiresAt), gt(trackReferences.expiresAt, now)),
    or(
      and(eq(trackReferences.grade, "A"), isNotNull(trackReferences.trackId)),
      and(eq(trackReferences.grade, "B"), gte(trackReferences.witnesses, trustedFrom)),
      eq(trackReferences.grade, "C"),
    ),
  );

/** Those that are missing in it, the oldest first. */
export async function listToIndex(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: trackReferences.id })
    .from(trackReferences)
    .where(and(isNull(trackReferences.indexedAt), belongs(now)))
    .orderBy(asc(trackReferences.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Those that are in it, and are not to be. */
export async function listToRemove(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: trackReferences.id })
    .from(trackReferences)
    .where(and(isNotNull(trackReferences.indexedAt), not(sql`coalesce(${belongs(now)}, 0)`)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export function setIndexed(db: Db, ids: readonly string[], indexedAt: number | null) {
  return db
    .update(trackReferences)
    .set({ indexedAt })
    .where(inArray(trackReferences.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
}
