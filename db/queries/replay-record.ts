/** What happened while a replay was recorded: tracks, cheers and favorites; and who has listened to it since. */
import { and, asc, count, desc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { broadcasts, cheers, favorites, plays, replayListens, replays, tracks } from "../schema/index.ts";
import { playCounts } from "./counts.ts";

/** More than happens in the longest of sets. */
const maxPlays = 1_000;
const maxReactions = 20_000;

/** A performance: where and when it was on air. */
export interface Performed {
  performance: string;
  setId: string | null;
  stageId: string | null;
  performerId: string | null;
  /** Both epoch ms, and inclusive. */
  from: number;
  until: number;
}

/** In this room within this time; on a profile, its performer's. */
function during(
  table: typeof plays | typeof cheers | typeof favorites,
  time: typeof plays.playedAt | typeof cheers.cheeredAt | typeof favorites.createdAt,
  { stageId, performerId, from, until }: Performed,
) {
  const isHere =
    stageId === null
      ? and(eq(table.performerId, performerId ?? ""), isNull(table.stageId))
      : eq(table.stageId, stageId);
  return and(isHere, gte(time, from), lte(time, until));
}

/** The tracks of the set, or of the broadcasts of the performance, by time; also those that its performer hides. */
export async function listPerformedPlays(db: Db, performed: Performed) {
  const { setId, performance } = performed;
  const query = db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      source: plays.source,
      confidence: plays.confidence,
      hiddenUntil: plays.hiddenUntil,
      listenCount: plays.listenCount,
      track: tracks,
      ...playCounts(db, plays.id),
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .$dynamic();
  const which =
    setId === null
      ? query
          .innerJoin(broadcasts, eq(broadcasts.id, plays.broadcastId))
          .where(and(during(plays, plays.playedAt, performed), eq(broadcasts.performance, performance)))
      : query.where(eq(plays.setId, setId));
  const rows = await which.orderBy(desc(plays.playedAt), desc(plays.id)).limit(maxPlays);
  return rows.toReversed();
}

/** When cheers were given, by time. */
export async function listPerformedCheers(db: Db, performed: Performed): Promise<number[]> {
  const isOfSet = performed.setId === null ? undefined : eq(cheers.setId, performed.setId);
  const rows = await db
    .select({ at: cheers.cheeredAt })
    .from(cheers)
    .where(and(during(cheers, cheers.cheeredAt, performed), isOfSet))
    .orderBy(asc(cheers.cheeredAt))
    .limit(maxReactions);
  return rows.map(({ at }) => at);
}

/** When tracks were favorited that are still favorites, by time. */
export async function listPerformedFavorites(db: Db, performed: Performed): Promise<number[]> {
  const isOfSet = performed.setId === null ? undefined : eq(favorites.setId, performed.setId);
  const rows = await db
    .select({ at: favorites.createdAt })
    .from(favorites)
    .where(and(during(favorites, favorites.createdAt, performed), isOfSet))
    .orderBy(asc(favorites.createdAt))
    .limit(maxReactions);
  return rows.map(({ at }) => at);
}

/** Counts a listener of a replay once, however often they return. */
export async function insertReplayListen(db: Db, listen: typeof replayListens.$inferInsert): Promise<void> {
  const { replayId } = listen;
  const inserted = await db.insert(replayListens).values(listen).onConflictDoNothing().returning();
  if (inserted.length === 0) return;
  const listeners = db.select({ n: count() }).from(replayListens).where(eq(replayListens.replayId, replayId));
  await db
    .update(replays)
    .set({ listenCount: sql`(${listeners})` })
    .where(eq(replays.id, replayId));
}
