/** Which references are in the index of all references, and which are to be. */
import { and, asc, eq, exists, gt, gte, inArray, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { broadcasts, ingestCredentials, trackReferences } from "../schema/index.ts";
import { trustedFrom } from "./references.ts";
import { isHiddenTrack } from "./shown-plays.ts";

/** Files of crates, what may name anybody's play, and what nobody has named. */
const belongs = (now: number) =>
  and(
    isNull(trackReferences.sameAs),
    or(isNull(trackReferences.expiresAt), gt(trackReferences.expiresAt, now)),
    or(
      eq(trackReferences.grade, "A"),
      and(eq(trackReferences.grade, "B"), gte(trackReferences.witnesses, trustedFrom)),
      eq(trackReferences.grade, "C"),
    ),
  );

/**
 * Those of these references by which sound of a stream may be named. A crate is private: of its files only those that
 * were played, which have a track, name others' sound. What a performer hides names nothing.
 */
export async function listNameable(
  db: Db,
  ids: readonly string[],
  { stream, now }: { stream: string; now: number },
): Promise<Set<string>> {
  // Most sound is in no reference.
  if (ids.length === 0) return new Set();
  const credential = db
    .select({ mount: ingestCredentials.mount })
    .from(ingestCredentials)
    .where(
      and(
        eq(ingestCredentials.kind, "performer"),
        eq(ingestCredentials.ownerId, trackReferences.ownerId),
        eq(ingestCredentials.streamId, stream),
      ),
    );
  const onAir = db
    .select({ id: broadcasts.id })
    .from(broadcasts)
    .where(
      and(
        eq(broadcasts.performerId, trackReferences.ownerId),
        eq(broadcasts.streamId, stream),
        isNull(broadcasts.endedAt),
      ),
    );
  const rows = await db
    .select({ id: trackReferences.id })
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        or(
          ne(trackReferences.grade, "A"),
          isNotNull(trackReferences.trackId),
          exists(credential),
          exists(onAir),
        ),
        not(isHiddenTrack(db, now, trackReferences.trackId)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

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
