/** The record of one set: its tracks, the cheers and favorites it was given, and who may follow it live. */
import { and, asc, count, desc, eq, exists, not } from "drizzle-orm";
import { playCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { cheers, favorites, plays, sets, stageManagers, tracks } from "#db/schema/index.ts";

/** More than are played or given in the longest of sets; if there are more, the latest are read. */
const maxPlays = 1_000;
const maxCheers = 20_000;

export type SetPlayRow = Awaited<ReturnType<typeof listSetPlays>>[number];
export type SetCheerRow = Awaited<ReturnType<typeof listSetCheers>>[number];

/** The tracks of a set, by time; also those that its performer hides, for which the tracklist has a line. */
export async function listSetPlays(db: Db, setId: string) {
  const rows = await db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      endedAt: plays.endedAt,
      source: plays.source,
      confidence: plays.confidence,
      hiddenUntil: plays.hiddenUntil,
      listenCount: plays.listenCount,
      track: tracks,
      ...playCounts(db, plays.id),
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .where(and(eq(plays.setId, setId), not(plays.isRemoved)))
    .orderBy(desc(plays.playedAt), desc(plays.id))
    .limit(maxPlays);
  return rows.reverse();
}

/** The cheers of a set, by time. */
export async function listSetCheers(db: Db, setId: string) {
  const rows = await db
    .select({ id: cheers.id, cheeredAt: cheers.cheeredAt, playId: cheers.playId })
    .from(cheers)
    .where(eq(cheers.setId, setId))
    .orderBy(desc(cheers.cheeredAt), desc(cheers.id))
    .limit(maxCheers);
  return rows.reverse();
}

/** Counts favorites of each play of a set; a favorite without a play counts under "". */
export async function countSetFavorites(db: Db, setId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ playId: favorites.playId, n: count() })
    .from(favorites)
    .where(eq(favorites.setId, setId))
    .groupBy(favorites.playId)
    .orderBy(asc(favorites.playId));
  return new Map(rows.map(({ playId, n }) => [playId ?? "", n]));
}

/** A set, cancelled or not, and whether this user manages its stage. */
export async function findSetFor(db: Db, setId: string, userId: string) {
  const managing = db
    .select({ userId: stageManagers.userId })
    .from(stageManagers)
    .where(and(eq(stageManagers.stageId, sets.stageId), eq(stageManagers.userId, userId)));
  const [row] = await db
    .select({
      id: sets.id,
      stageId: sets.stageId,
      performerId: sets.performerId,
      name: sets.name,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      status: sets.status,
      peakListeners: sets.peakListeners,
      tipTotal: sets.tipTotal,
      isManaged: exists(managing).mapWith(Boolean).as("is_managed"),
    })
    .from(sets)
    .where(eq(sets.id, setId))
    .limit(1);
  return row;
}
