import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  min,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { playCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import {
  broadcasts,
  cheers,
  favorites,
  plays,
  recordings,
  stages,
  trackAliases,
  tracklistEvidence,
  trackReferences,
  tracks,
  users,
} from "#db/schema/index.ts";
import { creditArtists, type NewArtist } from "./records.ts";
import { isAnnounced, isShownPlay } from "./shown-plays.ts";

export type TrackRow = typeof tracks.$inferSelect;
export type PlayRow = Awaited<ReturnType<typeof selectPlays>>[number];
export type PlayedRow = typeof plays.$inferSelect;
export type FavoriteRow = Awaited<ReturnType<typeof selectFavorites>>[number];

/** Banned performers are not named. */
const byPerformer = (id: SQLiteColumn) => and(eq(users.id, id), isNull(users.bannedAt));

/** Newest first, without those that are hidden now. */
function selectPlays(db: Db, where: SQL | undefined, { now, limit }: { now: number; limit: number }) {
  return db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      listenCount: plays.listenCount,
      setId: plays.setId,
      isAnnounced: isAnnounced(db),
      track: tracks,
      performer: { id: users.id, username: users.username, photo: users.photo },
      stage: { id: stages.id, name: stages.name },
      ...playCounts(db, plays.id),
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .leftJoin(users, byPerformer(plays.performerId))
    .leftJoin(stages, eq(stages.id, plays.stageId))
    .where(and(where, isShownPlay(now)))
    .orderBy(desc(plays.playedAt), desc(plays.id))
    .limit(limit);
}

export async function listLatestPlays(db: Db, page: { now: number; limit: number }): Promise<PlayRow[]> {
  return selectPlays(db, undefined, page);
}

export async function listStagePlays(
  db: Db,
  stageId: string,
  page: { now: number; limit: number },
): Promise<PlayRow[]> {
  return selectPlays(db, eq(plays.stageId, stageId), page);
}

/** Lists the plays of a person. `before`: the last row of the previous page. */
export async function listPersonPlays(
  db: Db,
  input: { performerId: string; now: number; limit: number; before?: { playedAt: number; id: string } },
): Promise<PlayRow[]> {
  const { performerId, before } = input;
  // As one value, which SQLite can look up in an index.
  const older = before && sql`(${plays.playedAt}, ${plays.id}) < (${before.playedAt}, ${before.id})`;
  return selectPlays(db, and(eq(plays.performerId, performerId), older), input);
}

/** Finds a track by its id, or by an earlier one. */
export async function findTrack(db: Db, id: string): Promise<TrackRow | undefined> {
  const [row] = await db.select().from(tracks).where(eq(tracks.id, id));
  if (row !== undefined) return row;
  const [found] = await db
    .select({ track: tracks })
    .from(trackAliases)
    .innerJoin(tracks, eq(tracks.id, trackAliases.trackId))
    .where(eq(trackAliases.id, id));
  return found?.track;
}

/** Finds the place where a track was played, and the performer. */
export async function findPlay(db: Db, id: string): Promise<PlayedRow | undefined> {
  const [row] = await db
    .select()
    .from(plays)
    .where(and(eq(plays.id, id), not(plays.isRemoved)));
  return row;
}

/** Returns the end of the sound of a play, as far as it is known: that of the broadcast at the latest; null: none yet. */
export async function findPlayEnd(db: Db, play: PlayedRow): Promise<number | null> {
  if (play.endedAt !== null) return play.endedAt;
  const [[next], [broadcast]] = await db.batch([
    db
      .select({ at: min(plays.playedAt) })
      .from(plays)
      .where(
        and(
          eq(plays.performerId, play.performerId ?? ""),
          gt(plays.playedAt, play.playedAt),
          eq(plays.broadcastId, play.broadcastId),
          not(plays.isRemoved),
        ),
      ),
    db.select({ at: broadcasts.endedAt }).from(broadcasts).where(eq(broadcasts.id, play.broadcastId)),
  ]);
  return next?.at ?? broadcast?.at ?? null;
}

/** Newest first. Where a track was heard is not said while the performer hides that they played it. */
function selectFavorites(db: Db, where: SQL | undefined, { now, limit }: { now: number; limit: number }) {
  const isShown = or(isNull(plays.id), isShownPlay(now));
  const ifShown = (column: SQLiteColumn) => sql<string | null>`case when ${isShown} then ${column} end`;
  return db
    .select({
      track: tracks,
      playId: ifShown(favorites.playId).as("shown_play"),
      setId: ifShown(favorites.setId).as("shown_set"),
      createdAt: favorites.createdAt,
      performer: { id: users.id, username: users.username, photo: users.photo },
      stage: { id: stages.id, name: stages.name },
    })
    .from(favorites)
    .innerJoin(tracks, eq(tracks.id, favorites.trackId))
    .leftJoin(plays, eq(plays.id, favorites.playId))
    .leftJoin(users, and(byPerformer(favorites.performerId), isShown))
    .leftJoin(stages, and(eq(stages.id, favorites.stageId), isShown))
    .where(where)
    .orderBy(desc(favorites.createdAt), desc(favorites.trackId))
    .limit(limit);
}

export async function findFavorite(
  db: Db,
  { userId, trackId, now }: { userId: string; trackId: string; now: number },
): Promise<FavoriteRow | undefined> {
  const isIt = and(eq(favorites.userId, userId), eq(favorites.trackId, trackId));
  const [row] = await selectFavorites(db, isIt, { now, limit: 1 });
  return row;
}

/** `before`: the last row of the previous page, as (createdAt, track id). */
export async function listFavorites(
  db: Db,
  input: { userId: string; now: number; limit: number; before?: { createdAt: number; trackId: string } },
): Promise<FavoriteRow[]> {
  const { before } = input;
  const older =
    before && sql`(${favorites.createdAt}, ${favorites.trackId}) < (${before.createdAt}, ${before.trackId})`;
  return selectFavorites(db, and(eq(favorites.userId, input.userId), older), input);
}

/** Lists which of these ids, including earlier ids of a track, are someone's favorites. */
export async function listFavoritedAmong(db: Db, userId: string, trackIds: string[]): Promise<string[]> {
  const current = sql`coalesce(
    (select ${trackAliases.trackId} from ${trackAliases} where ${trackAliases.id} = asked.value), asked.value)`;
  // One parameter however many they are: a statement takes at most a hundred.
  const rows = await db.all<{ id: string }>(sql`
    select distinct asked.value as id from json_each(${JSON.stringify(trackIds)}) as asked
    where exists (
      select 1 from ${favorites} where ${favorites.userId} = ${userId} and ${favorites.trackId} = ${current}
    )`);
  return rows.map(({ id }) => id);
}

/** Returns true when it was new. One favorite of a person counts as heard in each of these intervals. */
export async function insertFavorite(
  db: Db,
  { isHeard = false, ...favorite }: typeof favorites.$inferInsert,
  heardEveryMs: number,
): Promise<boolean> {
  const isSoonAfter = sql`exists (select 1 from favorites as other where other.user_id = ${favorite.userId}
    and other.created_at > ${favorite.createdAt - heardEveryMs} and other.is_heard = 1)`;
  const rows = await db
    .insert(favorites)
    .values({ ...favorite, isHeard: isHeard ? sql`not ${isSoonAfter}` : false })
    .onConflictDoNothing()
    .returning({ trackId: favorites.trackId });
  return rows.length === 1;
}

/** Returns the row that was removed, or undefined. */
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

/** Tracks whose key was made by an older version of the rule than this. */
export async function listTracksKeyedBefore(db: Db, version: number, limit: number): Promise<TrackRow[]> {
  return db
    .select()
    .from(tracks)
    .where(lt(tracks.keyVersion, version))
    .orderBy(asc(tracks.keyVersion))
    .limit(limit);
}

/**
 * Gives a track a new key. Where another track has that key, everything of this one is moved to it: plays and cheers,
 * everyone's favorite once, what is known of the recording, and the address. May run twice.
 */
export async function rekeyTrack(
  db: Db,
  { id, key, ...given }: Pick<TrackRow, "id" | "key" | "keyVersion" | "title">,
  credited: readonly NewArtist[],
): Promise<"kept" | "merged"> {
  const [same] = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.key, key), ne(tracks.id, id)));
  if (same === undefined) {
    const keyed = db
      .update(tracks)
      .set({ key, ...given })
      .where(eq(tracks.id, id));
    await db.batch([keyed, ...creditArtists(db, key, credited)]);
    return "kept";
  }
  const trackId = same.id;
  const spotify = db.select({ spotify: tracks.spotify }).from(tracks).where(eq(tracks.id, id));
  await db.batch([
    db.update(plays).set({ trackId }).where(eq(plays.trackId, id)),
    db.update(cheers).set({ trackId }).where(eq(cheers.trackId, id)),
    db.update(tracklistEvidence).set({ trackId }).where(eq(tracklistEvidence.trackId, id)),
    db.update(trackReferences).set({ trackId }).where(eq(trackReferences.trackId, id)),
    db
      .delete(favorites)
      .where(and(eq(favorites.trackId, id), inArray(favorites.userId, whoMarked(db, trackId)))),
    db.update(favorites).set({ trackId }).where(eq(favorites.trackId, id)),
    db
      .update(recordings)
      .set({ trackId })
      .where(and(eq(recordings.trackId, id), notExists(recordingOf(db, trackId)))),
    db
      .update(tracks)
      .set({ spotify: sql`coalesce(${tracks.spotify}, (${spotify}))` })
      .where(eq(tracks.id, trackId)),
    db.update(trackAliases).set({ trackId }).where(eq(trackAliases.trackId, id)),
    db.insert(trackAliases).values({ id, trackId }).onConflictDoNothing(),
    db.delete(tracks).where(eq(tracks.id, id)),
  ]);
  return "merged";
}

const whoMarked = (db: Db, trackId: string) => {
  const other = alias(favorites, "other");
  return db.select({ userId: other.userId }).from(other).where(eq(other.trackId, trackId));
};

const recordingOf = (db: Db, trackId: string) => {
  const other = alias(recordings, "other");
  return db.select({ trackId: other.trackId }).from(other).where(eq(other.trackId, trackId));
};
