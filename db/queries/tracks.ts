import { and, desc, eq, lt, or, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { favorites, plays, stages, tracks, users } from "../schema/index.ts";
import { playCounts } from "./counts.ts";

export type TrackRow = typeof tracks.$inferSelect;
export type PlayRow = Awaited<ReturnType<typeof selectPlays>>[number];
export type FavoriteRow = Awaited<ReturnType<typeof selectFavorites>>[number];

/** Newest first. */
function selectPlays(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      listenCount: plays.listenCount,
      setId: plays.setId,
      track: tracks,
      performer: { id: users.id, username: users.username, photo: users.photo },
      stage: { id: stages.id, name: stages.name },
      ...playCounts(db, plays.id),
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .leftJoin(users, eq(users.id, plays.performerId))
    .leftJoin(stages, eq(stages.id, plays.stageId))
    .where(where)
    .orderBy(desc(plays.playedAt), desc(plays.id))
    .limit(limit);
}

export async function listLatestPlays(db: Db, limit: number): Promise<PlayRow[]> {
  return selectPlays(db, undefined, limit);
}

export async function listStagePlays(db: Db, stageId: string, limit: number): Promise<PlayRow[]> {
  return selectPlays(db, eq(plays.stageId, stageId), limit);
}

/** What a person has played. `before`: the last row of the page before. */
export async function listPersonPlays(
  db: Db,
  input: { performerId: string; limit: number; before?: { playedAt: number; id: string } },
): Promise<PlayRow[]> {
  const { performerId, limit, before } = input;
  const older =
    before &&
    or(
      lt(plays.playedAt, before.playedAt),
      and(eq(plays.playedAt, before.playedAt), lt(plays.id, before.id)),
    );
  return selectPlays(db, and(eq(plays.performerId, performerId), older), limit);
}

export async function findTrack(db: Db, id: string): Promise<TrackRow | undefined> {
  const [row] = await db.select().from(tracks).where(eq(tracks.id, id));
  return row;
}

/** Where and by whom a track was played. */
export async function findPlay(db: Db, id: string): Promise<typeof plays.$inferSelect | undefined> {
  const [row] = await db.select().from(plays).where(eq(plays.id, id));
  return row;
}

/** Newest first. */
function selectFavorites(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select({
      track: tracks,
      playId: favorites.playId,
      setId: favorites.setId,
      createdAt: favorites.createdAt,
      performer: { id: users.id, username: users.username, photo: users.photo },
      stage: { id: stages.id, name: stages.name },
    })
    .from(favorites)
    .innerJoin(tracks, eq(tracks.id, favorites.trackId))
    .leftJoin(users, eq(users.id, favorites.performerId))
    .leftJoin(stages, eq(stages.id, favorites.stageId))
    .where(where)
    .orderBy(desc(favorites.createdAt), desc(favorites.trackId))
    .limit(limit);
}

export async function findFavorite(
  db: Db,
  userId: string,
  trackId: string,
): Promise<FavoriteRow | undefined> {
  const [row] = await selectFavorites(
    db,
    and(eq(favorites.userId, userId), eq(favorites.trackId, trackId)),
    1,
  );
  return row;
}

/** `before`: the last row of the page before, as (createdAt, track id). */
export async function listFavorites(
  db: Db,
  input: { userId: string; limit: number; before?: { createdAt: number; trackId: string } },
): Promise<FavoriteRow[]> {
  const { before } = input;
  const older =
    before === undefined
      ? undefined
      : or(
          lt(favorites.createdAt, before.createdAt),
          and(eq(favorites.createdAt, before.createdAt), lt(favorites.trackId, before.trackId)),
        );
  return selectFavorites(db, and(eq(favorites.userId, input.userId), older), input.limit);
}

/** True when it was not there before. */
export async function insertFavorite(db: Db, favorite: typeof favorites.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(favorites)
    .values(favorite)
    .onConflictDoNothing()
    .returning({ trackId: favorites.trackId });
  return rows.length === 1;
}

/** The row that was removed, or undefined. */
export async function deleteFavorite(
  db: Db,
  userId: string,
  trackId: string,
): Promise<typeof favorites.$inferSelect | undefined> {
  const [row] = await db
    .delete(favorites)
    .where(and(eq(favorites.userId, userId), eq(favorites.trackId, trackId)))
    .returning();
  return row;
}

/** Favorites credited to a stage, to a performer's own profile, and to one play. */
export async function countFavorites(
  db: Db,
  credit: { stageId: string | null; performerId: string | null; playId: string },
): Promise<{ room: number; play: number }> {
  const room =
    credit.stageId !== null
      ? eq(favorites.stageId, credit.stageId)
      : eq(favorites.performerId, credit.performerId ?? "");
  const [roomCount, playCount] = await Promise.all([
    db.$count(favorites, room),
    db.$count(favorites, eq(favorites.playId, credit.playId)),
  ]);
  return { room: roomCount, play: playCount };
}
