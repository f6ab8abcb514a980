/** References that the agent's ear is given to look for, and what it has heard. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, max, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { ifThere, toWrite, type Write } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";
import { sets, tracklistEvidence, trackReferences, tracks, users } from "#db/schema/index.ts";

/** Lists those who have a set on a stage within a time. */
export async function listStagePerformers(
  db: Db,
  { stageId, from, to }: { stageId: string; from: number; to: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: sets.performerId })
    .from(sets)
    .where(
      and(
        eq(sets.stageId, stageId),
        eq(sets.status, "accepted"),
        lt(sets.startsAt, to),
        gt(sets.endsAt, from),
      ),
    )
    .limit(20);
  return rows.map(({ id }) => id);
}

/**
 * A reference with the track that it is of, if anyone has played it. The performer's own file of the same recording comes
 * before the one that stands for it: what others call it is not their word. `isOwn`: it is the performer's.
 */
export async function findHeardReference(db: Db, id: string, performerId: string | null) {
  const heard = alias(trackReferences, "heard");
  const standing = db
    .select({ id: sql`coalesce(${heard.sameAs}, ${heard.id})` })
    .from(heard)
    .where(eq(heard.id, id));
  const isOwnFile = and(
    eq(trackReferences.ownerId, performerId ?? ""),
    eq(trackReferences.grade, "A"),
    isNull(trackReferences.expiresAt),
    or(sql`${trackReferences.id} = ${standing}`, sql`${trackReferences.sameAs} = ${standing}`),
  );
  const [row] = await db
    .select({ reference: trackReferences, track: tracks })
    .from(trackReferences)
    .leftJoin(tracks, eq(tracks.id, trackReferences.trackId))
    .where(or(eq(trackReferences.id, id), isOwnFile))
    .orderBy(
      desc(sql`${trackReferences.ownerId} is ${performerId} and ${trackReferences.grade} = 'A'`),
      desc(sql`${trackReferences.id} = ${id}`),
      asc(trackReferences.id),
    )
    .limit(1);
  return row && { ...row, isOwn: performerId !== null && row.reference.ownerId === performerId };
}

/** The names of references. */
export async function listReferenceNames(db: Db, ids: readonly string[]) {
  return db
    .select({ id: trackReferences.id, title: trackReferences.title, artists: trackReferences.artists })
    .from(trackReferences)
    .where(inArray(trackReferences.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
}

/** Whether anyone has corrected these lines. */
export async function isCorrected(db: Db, line: string): Promise<boolean> {
  const rows = await db
    .select({ act: tracklistEvidence.act })
    .from(tracklistEvidence)
    .where(eq(tracklistEvidence.line, line))
    .limit(10);
  return rows.some(({ act }) => act !== "heard");
}

/**
 * The ear has heard a track, as its row of evidence is now: while it is heard, the row goes on with it. `key`: of the
 * track, which is linked where it exists.
 */
export function recordHeard(db: Db, key: string, row: typeof tracklistEvidence.$inferInsert): Write[] {
  const trackId = sql`(${db
    .select({ id: max(tracks.id) })
    .from(tracks)
    .where(eq(tracks.key, key))})`;
  const { startsAt, endsAt, speed, share, chance, supportedMs, details } = row;
  return [
    toWrite(
      db
        .insert(tracklistEvidence)
        .values({
          ...row,
          trackId,
          performerId: ifThere(db, users, row.performerId),
          setId: ifThere(db, sets, row.setId),
        })
        .onConflictDoUpdate({
          target: tracklistEvidence.id,
          set: { trackId, startsAt, endsAt, speed, share, chance, supportedMs, details },
        }),
    ),
  ];
}
