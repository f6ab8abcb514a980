/** References in the index of all references, and those to be added. */
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { broadcasts, ingestCredentials, trackReferences } from "#db/schema/index.ts";
import { isHiddenTrack } from "../../tracks/queries/shown-plays.ts";
import { isWithheld, trustedFrom } from "./references.ts";

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
 * Those of these references with which sound of a stream may be compared, in their order. A crate is private: of files of
 * others only those that were played, which have a track, and only where no reference is among them that may name the
 * sound in public: what only a stranger says is a possibility at most. What a performer hides is not named by their
 * references, and not in their sound.
 */
export async function listNameable(
  db: Db,
  ids: readonly string[],
  { stream, now }: { stream: string; now: number },
): Promise<string[]> {
  // Most sound is in no reference.
  if (ids.length === 0) return [];
  const ofMount = db
    .select({ id: ingestCredentials.ownerId })
    .from(ingestCredentials)
    .where(and(eq(ingestCredentials.kind, "performer"), eq(ingestCredentials.streamId, stream)));
  const onAir = db
    .select({ id: broadcasts.performerId })
    .from(broadcasts)
    .where(and(eq(broadcasts.streamId, stream), isNull(broadcasts.endedAt)));
  const performs = (performerId: SQLiteColumn) =>
    or(inArray(performerId, ofMount), inArray(performerId, onAir));
  const isOwn = performs(trackReferences.ownerId);
  const maySay = or(isOwn, gte(trackReferences.witnesses, trustedFrom));
  const rows = await db
    .select({
      id: trackReferences.id,
      grade: trackReferences.grade,
      trackId: trackReferences.trackId,
      isOwn: sql<boolean>`coalesce(${isOwn}, 0)`.mapWith(Boolean),
      maySay: sql<boolean>`coalesce(${maySay}, 0)`.mapWith(Boolean),
    })
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        or(ne(trackReferences.grade, "A"), isNotNull(trackReferences.trackId), isOwn),
        sql`not coalesce(${isWithheld(db, now)}, 0)`,
        not(isHiddenTrack(db, now, trackReferences.trackId, performs)),
      ),
    );
  const isNamed = rows.some(({ grade, maySay: may }) => grade !== "C" && may);
  // What was broadcast of the track of an own file would make it one of two versions.
  const filed = new Set(rows.flatMap((row) => (row.grade === "A" && row.isOwn ? (row.trackId ?? []) : [])));
  const chosen = new Set(
    rows
      .filter(({ grade, maySay: may }) => grade === "C" || may || !isNamed)
      .filter(({ grade, trackId }) => grade !== "B" || !filed.has(trackId ?? ""))
      .map(({ id }) => id),
  );
  return ids.filter((id) => chosen.has(id));
}

/** Those that are missing in it, the oldest first. */
export async function listToIndex(
  db: Db,
  now: number,
  limit: number,
): Promise<{ id: string; owner: string | null }[]> {
  return db
    .select({ id: trackReferences.id, owner: trackReferences.ownerId })
    .from(trackReferences)
    .where(and(isNull(trackReferences.indexedAt), belongs(now)))
    .orderBy(asc(trackReferences.id))
    .limit(limit);
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
