/** Evidence of tracklists, and the plays that are derived from it. */
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  max,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { creditArtists, type NewArtist } from "#app/domains/music/tracks/queries/records.ts";
import { isShownPlay } from "#app/domains/music/tracks/queries/shown-plays.ts";
import type { TrackRow } from "#app/domains/music/tracks/queries/tracks.ts";
import type { Db } from "#db/client.ts";
import {
  blocks,
  broadcasts,
  cheers,
  favorites,
  plays,
  sets,
  stages,
  tracklistEvidence,
  trackReferences,
  tracks,
  users,
} from "#db/schema/index.ts";

export type EvidenceRow = typeof tracklistEvidence.$inferSelect;
export type NewEvidence = typeof tracklistEvidence.$inferInsert;
export type StoredPlay = typeof plays.$inferSelect;

/** More than any performance has: what people may say of one is limited. */
const maxRows = 10_000;

export type AiredBroadcast = Pick<typeof broadcasts.$inferSelect, "id" | "startedAt" | "endedAt">;

export interface PerformanceRow {
  /** The set's id, otherwise that of its first broadcast. */
  id: string;
  setId: string | null;
  stageId: string | null;
  performerId: string;
  /** Broadcasts in their order; at least one. */
  broadcasts: AiredBroadcast[];
  startsAt: number;
  /** Null while it is on air. */
  endsAt: number | null;
}

/** A set that was or is on air, or a performance on a profile by its first broadcast. */
export async function findPerformance(db: Db, id: string): Promise<PerformanceRow | undefined> {
  const aired = await listBroadcasts(db, or(eq(broadcasts.setId, id), eq(broadcasts.id, id)));
  const [first] = aired;
  if (first?.performerId == null) return undefined;
  const { setId, stageId, performerId, startedAt } = first;
  // A later broadcast of a performance, or one of a set, has no tracklist of its own.
  if (id !== (setId ?? first.performance ?? first.id)) return undefined;
  const all =
    setId === null
      ? await listBroadcasts(
          db,
          and(
            eq(broadcasts.performerId, performerId),
            or(eq(broadcasts.performance, id), eq(broadcasts.id, id)),
          ),
        )
      : aired;
  const isOver = all.every(({ endedAt }) => endedAt !== null);
  return {
    id,
    setId,
    stageId,
    performerId,
    broadcasts: all.map((each) => ({ id: each.id, startedAt: each.startedAt, endedAt: each.endedAt })),
    startsAt: startedAt,
    endsAt: isOver ? (all.at(-1)?.endedAt ?? null) : null,
  };
}

const listBroadcasts = (db: Db, condition: SQL | undefined) =>
  db.select().from(broadcasts).where(condition).orderBy(asc(broadcasts.startedAt));

/** Lists evidence with facts about the accounts that said it. `isUnwanted`: banned, or blocked by the performer. */
export async function listEvidence(db: Db, performance: string) {
  const isBlocked = db
    .select({ id: blocks.userId })
    .from(blocks)
    .where(and(eq(blocks.userId, tracklistEvidence.performerId), eq(blocks.blockedId, users.id)));
  const rows = await db
    .select({
      ...getTableColumns(tracklistEvidence),
      accountId: users.id,
      accountAt: users.createdAt,
      referrerId: users.referrerId,
      isUnwanted: sql<boolean>`${users.bannedAt} is not null or ${exists(isBlocked)}`.mapWith(Boolean),
    })
    .from(tracklistEvidence)
    .leftJoin(users, eq(users.id, tracklistEvidence.userId))
    .where(eq(tracklistEvidence.performance, performance))
    .orderBy(asc(tracklistEvidence.at), asc(tracklistEvidence.id))
    .limit(maxRows);
  return rows.map(({ accountId: id, accountAt: createdAt, referrerId, isUnwanted, ...row }) => ({
    ...row,
    voice: id === null || createdAt === null ? null : { id, createdAt, referrerId, isUnwanted },
  }));
}

/** Whether a performance has at least so many rows of evidence. */
export async function hasEvidence(db: Db, performance: string, rows: number): Promise<boolean> {
  const [last] = await db
    .select({ one: sql<number>`1` })
    .from(tracklistEvidence)
    .where(eq(tracklistEvidence.performance, performance))
    .limit(1)
    .offset(rows - 1);
  return last !== undefined;
}

/** Whether a user has said something about a performance. */
export async function hasSaid(db: Db, performance: string, userId: string): Promise<boolean> {
  const { performance: of, userId: by } = tracklistEvidence;
  const said = and(eq(of, performance), eq(by, userId));
  const rows = await db.select({ id: tracklistEvidence.id }).from(tracklistEvidence).where(said).limit(1);
  return rows.length > 0;
}

/** The names of these accounts, by id. */
export async function listUsernames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  return new Map(rows.map(({ id, username }) => [id, username]));
}

export async function findEvidence(db: Db, id: string): Promise<EvidenceRow | undefined> {
  const [row] = await db.select().from(tracklistEvidence).where(eq(tracklistEvidence.id, id));
  return row;
}

/** The tracks of these ids. */
export async function listTracksById(db: Db, ids: readonly string[]): Promise<Map<string, TrackRow>> {
  const rows = await db
    .select()
    .from(tracks)
    .where(inArray(tracks.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The plays of a performance. */
export async function listPlaysOf(db: Db, performance: PerformanceRow): Promise<StoredPlay[]> {
  const { setId, broadcasts: aired } = performance;
  const ids = sql`(select value from json_each(${JSON.stringify(aired.map(({ id }) => id))}))`;
  return db
    .select()
    .from(plays)
    .where(setId === null ? inArray(plays.broadcastId, ids) : eq(plays.setId, setId))
    .orderBy(asc(plays.playedAt))
    .limit(maxRows);
}

/** Stores a track with its artists, once however it is spelled. */
export function insertTrack(db: Db, track: typeof tracks.$inferInsert, credited: readonly NewArtist[]) {
  return [db.insert(tracks).values(track).onConflictDoNothing(), ...creditArtists(db, track.key, credited)];
}

export function insertEvidence(db: Db, rows: readonly NewEvidence[]) {
  return rows.map((row) => db.insert(tracklistEvidence).values(row).onConflictDoNothing());
}

export function linkEvidence(db: Db, id: string, trackId: string) {
  return db.update(tracklistEvidence).set({ trackId }).where(eq(tracklistEvidence.id, id));
}

/**
 * The play gets another track, and with it what was given to it: nobody favorites one track twice, nor one play of which
 * parts had tracks of their own while it was hidden.
 */
export function renamePlay(db: Db, id: string, trackId: string) {
  const isItsHeart = and(eq(favorites.playId, id), sql`${favorites.trackId} <> ${trackId}`);
  const hasBoth = sql`exists (select 1 from favorites as other where other.user_id = ${favorites.userId}
    and (other.track_id = ${trackId} or (other.play_id = ${id} and other.track_id < ${favorites.trackId})))`;
  return [
    db.delete(favorites).where(and(isItsHeart, hasBoth)),
    db.update(favorites).set({ trackId }).where(isItsHeart),
    db.update(cheers).set({ trackId }).where(eq(cheers.playId, id)),
  ];
}

/**
 * Moves the gifts of a play to `into`, which may be the play itself again. Who has favorited both tracks keeps both.
 * Without a `trackId` it stays with the track that it was given to: that of `into` is hidden.
 */
export function movePlayGifts(db: Db, id: string, into: { id: string; trackId: string | null }) {
  const given = (table: typeof favorites | typeof cheers) => or(eq(table.playId, id), eq(table.givenTo, id));
  const isOwn = (table: typeof favorites | typeof cheers) =>
    and(given(table), sql`coalesce(${table.givenTo}, ${table.playId}) = ${id}`);
  const { trackId } = into;
  const hasBoth = sql`exists (select 1 from favorites as other where other.user_id = ${favorites.userId}
    and other.track_id = ${trackId} and other.track_id <> ${favorites.trackId})`;
  const moved = {
    playId: into.id,
    givenTo: into.id === id ? null : id,
    ...(trackId !== null && { trackId }),
  };
  return [
    db
      .update(favorites)
      .set(moved)
      .where(and(isOwn(favorites), not(hasBoth))),
    // Whose own track somebody has favorited elsewhere meanwhile.
    db
      .update(favorites)
      .set({ playId: id, givenTo: null })
      .where(and(eq(favorites.givenTo, id), hasBoth)),
    db.update(cheers).set(moved).where(isOwn(cheers)),
  ];
}

export function insertPlay(db: Db, play: typeof plays.$inferInsert) {
  return db.insert(plays).values(play).onConflictDoNothing();
}

export function updatePlay(db: Db, id: string, change: Partial<typeof plays.$inferInsert>) {
  return db.update(plays).set(change).where(eq(plays.id, id));
}

/** A play is none any more; what is known of it is kept, so that this can be undone. */
export function removePlay(db: Db, id: string, partOf: string | null) {
  return db.update(plays).set({ isRemoved: true, partOf }).where(eq(plays.id, id));
}

/** Lists the tracks that a performer has played, the latest first, each track once. */
export async function listPlayedNames(
  db: Db,
  { performerId, now, limit }: { performerId: string; now: number; limit: number },
) {
  return db
    .select({ artist: tracks.artist, title: tracks.title })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .where(and(eq(plays.performerId, performerId), isShownPlay(now)))
    .groupBy(tracks.id)
    .orderBy(desc(max(plays.playedAt)))
    .limit(limit);
}

/** Lists the tracks in a performer's crate, the newest first. */
export async function listCrateNames(db: Db, { ownerId, limit }: { ownerId: string; limit: number }) {
  return db
    .select({ artists: trackReferences.artists, title: trackReferences.title })
    .from(trackReferences)
    .where(and(eq(trackReferences.ownerId, ownerId), eq(trackReferences.grade, "A")))
    .orderBy(desc(trackReferences.createdAt))
    .limit(limit);
}

/** The set, stage and performer that a performance is called by, for files and pages. */
export async function findPerformanceNames(db: Db, { setId, stageId, performerId }: PerformanceRow) {
  const [row] = await db
    .select({
      performer: users.username,
      stage: stages.name,
      set: sets.name,
      hidesStats: users.hideProfileStats,
    })
    .from(users)
    .leftJoin(stages, eq(stages.id, stageId ?? ""))
    .leftJoin(sets, eq(sets.id, setId ?? ""))
    .where(eq(users.id, performerId));
  return row;
}
