/** The pages of a song, of an artist and of a label: what is known of them, and how much they were played. */
import { and, asc, count, desc, eq, inArray, isNull, max, or, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named } from "#app/domains/people/people/queries/named.ts";
import { countsForTrack, onStage, trackCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import {
  artists,
  favorites,
  labels,
  plays,
  recordings,
  sets,
  stages,
  tracks,
  tracksArtists,
  users,
} from "#db/schema/index.ts";
import { isAnnounced, isShownPlay, isShownTrack } from "./shown-plays.ts";

export type NewArtist = typeof artists.$inferInsert;
export type ArtistRow = typeof artists.$inferSelect;
export type LabelRow = NonNullable<Awaited<ReturnType<typeof findLabel>>>;
export type RecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;
export type RecentPlayRow = Awaited<ReturnType<typeof listRecentPlays>>[number];
export type SongRow = Awaited<ReturnType<typeof listSongs>>[number];

/** The artist or the label of songs. */
export type SongSource = { artistId: string } | { labelId: string };

/**
 * Credits these artists, in their order, on the track of this key; an existing artist is the one with the same key. A
 * track that already has credits stays unchanged.
 */
export function creditArtists(db: Db, trackKey: string, credited: readonly NewArtist[]) {
  if (credited.length === 0) return [];
  const links = sql`select ${tracks.id}, ${artists.id}, credit.key, null
    from json_each(${JSON.stringify(credited.map(({ key }) => key))}) as credit
    join ${artists} on ${artists.key} = credit.value
    join ${tracks} on ${tracks.key} = ${trackKey}
    where not exists (select 1 from ${tracksArtists} where ${tracksArtists.trackId} = ${tracks.id})`;
  return [
    db
      .insert(artists)
      .values([...credited])
      .onConflictDoNothing(),
    db.insert(tracksArtists).select(links).onConflictDoNothing(),
  ];
}

/** A track with what is known of its recording, and its totals. */
export async function findRecord(db: Db, trackId: string, now: number) {
  const [row] = await db
    .select({
      track: tracks,
      recording: recordings,
      labelName: named(labels.name, "label_name"),
      ...trackCounts(db, tracks.id, now),
    })
    .from(tracks)
    .leftJoin(recordings, eq(recordings.trackId, tracks.id))
    .leftJoin(labels, eq(labels.id, recordings.labelId))
    .where(eq(tracks.id, trackId));
  return row;
}

/** Lists the artists credited on a track, in their order. */
export async function listTrackArtists(db: Db, trackId: string) {
  return db
    .select({ id: artists.id, name: artists.name })
    .from(tracksArtists)
    .innerJoin(artists, eq(artists.id, tracksArtists.artistId))
    .where(eq(tracksArtists.trackId, trackId))
    .orderBy(asc(tracksArtists.position));
}

/**
 * The last plays of a track that are not hidden, newest first, without the names of banned performers and of cancelled
 * sets.
 */
export async function listRecentPlays(
  db: Db,
  trackId: string,
  { now, limit }: { now: number; limit: number },
) {
  return db
    .select({
      id: plays.id,
      playedAt: plays.playedAt,
      isAnnounced: isAnnounced(db),
      performer: { id: users.id, username: users.username, photo: users.photo },
      stage: { id: stages.id, name: stages.name },
      set: { id: sets.id, name: sets.name },
    })
    .from(plays)
    .leftJoin(users, and(eq(users.id, plays.performerId), isNull(users.bannedAt)))
    .leftJoin(stages, eq(stages.id, plays.stageId))
    .leftJoin(sets, and(eq(sets.id, plays.setId), eq(sets.status, "accepted")))
    .where(and(eq(plays.trackId, trackId), isShownPlay(now)))
    .orderBy(desc(plays.playedAt), desc(plays.id))
    .limit(limit);
}

export async function findArtist(db: Db, id: string): Promise<ArtistRow | undefined> {
  const [row] = await db.select().from(artists).where(eq(artists.id, id));
  return row;
}

export async function findArtistByKey(db: Db, key: string): Promise<ArtistRow | undefined> {
  const [row] = await db.select().from(artists).where(eq(artists.key, key));
  return row;
}

/** A label with the name of the one it belongs to. */
export async function findLabel(db: Db, id: string) {
  const parents = alias(labels, "parents");
  const [row] = await db
    .select({ label: labels, parentName: named(parents.name, "parent_name") })
    .from(labels)
    .leftJoin(parents, eq(parents.id, labels.parentId))
    .where(eq(labels.id, id));
  return row;
}

function trackIdsOf(db: Db, source: SongSource) {
  return "artistId" in source
    ? db
        .select({ id: tracksArtists.trackId })
        .from(tracksArtists)
        .where(eq(tracksArtists.artistId, source.artistId))
    : db.select({ id: recordings.trackId }).from(recordings).where(eq(recordings.labelId, source.labelId));
}

/** The totals of all songs: each play, listener and favorite counts for each song once. */
export async function countSongs(db: Db, source: SongSource, now: number) {
  const ids = trackIdsOf(db, source);
  const [[played], favoriteCount, songCount] = await Promise.all([
    db
      .select({ djPlayCount: count(), listenCount: sum(plays.listenCount).mapWith(Number) })
      .from(plays)
      .where(and(sql`${plays.trackId} in ${ids}`, onStage(plays), isShownPlay(now))),
    db.$count(favorites, and(sql`${favorites.trackId} in ${ids}`, countsForTrack)),
    db.$count(tracks, and(sql`${tracks.id} in ${ids}`, isShownTrack(db, now))),
  ]);
  return {
    djPlayCount: played?.djPlayCount ?? 0,
    listenCount: played?.listenCount ?? 0,
    favoriteCount,
    songCount,
  };
}

/** Songs, the most recently played first. */
export async function listSongs(db: Db, source: SongSource, { now, limit }: { now: number; limit: number }) {
  const isShown = and(eq(plays.trackId, tracks.id), isShownPlay(now));
  const latest = db
    .select({ at: max(plays.playedAt) })
    .from(plays)
    .where(isShown);
  const last = db
    .select({ isAnnounced: isAnnounced(db).as("is_announced") })
    .from(plays)
    .where(isShown)
    .orderBy(desc(plays.playedAt))
    .limit(1);
  const lastPlayed = sql<number | null>`(${latest})`.as("last_played");
  return db
    .select({
      track: tracks,
      art: recordings.art,
      lastPlayed,
      isAnnounced: sql<boolean | null>`(${last})`.mapWith(Boolean).as("last_announced"),
      ...trackCounts(db, tracks.id, now),
    })
    .from(tracks)
    .leftJoin(recordings, eq(recordings.trackId, tracks.id))
    .where(and(sql`${tracks.id} in ${trackIdsOf(db, source)}`, isShownTrack(db, now)))
    .orderBy(sql`${lastPlayed} desc nulls last`, desc(tracks.id))
    .limit(limit);
}

/** Fields of which is kept who has said them. */
export const sourcedFields = [
  "isrc",
  "composer",
  "publisher",
  "album",
  "labelId",
  "catalogueNumber",
  "labelCode",
] as const;

type Described = Partial<Omit<typeof recordings.$inferInsert, "trackId">> & { spotify?: string | null };
/** Undefined leaves a column unchanged. */
type Given<Row> = { [Key in keyof Row]: Row[Key] | undefined };

/** Changes what is known of a track; undefined leaves a column unchanged. */
export async function describeTrack(db: Db, trackId: string, described: Given<Described>): Promise<void> {
  const { spotify, ...recording } = described;
  const by: typeof recordings.$inferInsert.sources = {};
  for (const field of sourcedFields)
    if (recording[field] !== undefined) by[field] = recording[field] === null ? null : "operator";
  const sources = sql`json_patch(${recordings.sources}, ${JSON.stringify(by)})`;
  const known = db.insert(recordings).values({ trackId, ...recording, sources: by });
  const isKnown = Object.values(recording).some((value) => value !== undefined);
  await db.batch([
    isKnown
      ? known.onConflictDoUpdate({ target: recordings.trackId, set: { ...recording, sources } })
      : known.onConflictDoNothing(),
    ...(spotify === undefined ? [] : [db.update(tracks).set({ spotify }).where(eq(tracks.id, trackId))]),
  ]);
}

/** Tracks with what is known of their recordings, by their ids. */
export async function listRecords(db: Db, trackIds: readonly string[]) {
  const rows = await db
    .select({ track: tracks, recording: recordings, labelName: named(labels.name, "label_name") })
    .from(tracks)
    .leftJoin(recordings, eq(recordings.trackId, tracks.id))
    .leftJoin(labels, eq(labels.id, recordings.labelId))
    .where(inArray(tracks.id, sql`(select value from json_each(${JSON.stringify(trackIds)}))`));
  return new Map(rows.map((row) => [row.track.id, row]));
}

/** Finds the label with this id, or otherwise with this key. */
export async function findLabelId(db: Db, idOrKey: { id: string; key: string }): Promise<string | undefined> {
  const { id, key } = idOrKey;
  const rows = await db
    .select({ id: labels.id })
    .from(labels)
    .where(or(eq(labels.id, id), eq(labels.key, key)));
  return (rows.find((row) => row.id === id) ?? rows[0])?.id;
}

/** Returns the id of the label with this key: the new id, unless the label exists. */
export async function insertLabel(db: Db, label: typeof labels.$inferInsert): Promise<string> {
  const [row] = await db
    .insert(labels)
    .values(label)
    .onConflictDoUpdate({ target: labels.key, set: { key: label.key } })
    .returning({ id: labels.id });
  return row?.id ?? label.id;
}

/** Undefined values leave a column unchanged. */
export async function updateLabel(
  db: Db,
  id: string,
  change: Given<Partial<Pick<typeof labels.$inferInsert, "parentId" | "photo" | "urls">>>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await db.update(labels).set(change).where(eq(labels.id, id));
}
