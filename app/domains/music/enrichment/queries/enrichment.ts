/** Other services' data about recordings, and when they were asked. */
import { and, desc, eq, gt, inArray, isNull, lt, max, ne, or, sql } from "drizzle-orm";
import { named } from "#app/domains/people/people/queries/named.ts";
import type { Db } from "#db/client.ts";
import {
  artists,
  labels,
  plays,
  recordings,
  trackReferences,
  tracks,
  tracksArtists,
  users,
} from "#db/schema/index.ts";
import { sourcedFields } from "../../tracks/queries/records.ts";
import { isShownPlay } from "../../tracks/queries/shown-plays.ts";

export type RecordingToAsk = Awaited<ReturnType<typeof listRecordingsToAsk>>[number];

/**
 * Recordings that MusicBrainz has not been found to have, that were played since `playedAfter` and not asked for since
 * `askedBefore`, the last played first. What a performer hides is not named to another service, nor is what lies in a
 * crate alone.
 */
export async function listRecordingsToAsk(
  db: Db,
  {
    playedAfter,
    askedBefore,
    now,
    limit,
  }: { playedAfter: number; askedBefore: number; now: number; limit: number },
) {
  return db
    .select({
      id: tracks.id,
      artist: tracks.artist,
      title: tracks.title,
      isrc: recordings.isrc,
      durationMs: recordings.durationMs,
      album: recordings.album,
      label: named(labels.name, "label_name"),
      catalogueNumber: recordings.catalogueNumber,
      art: recordings.art,
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .leftJoin(recordings, eq(recordings.trackId, tracks.id))
    .leftJoin(labels, eq(labels.id, recordings.labelId))
    .where(
      and(
        gt(plays.playedAt, playedAfter),
        isShownPlay(now),
        ne(plays.confidence, "possible"),
        isNull(recordings.musicbrainz),
        or(isNull(recordings.musicbrainzAskedAt), lt(recordings.musicbrainzAskedAt, askedBefore)),
      ),
    )
    .groupBy(tracks.id)
    .orderBy(desc(max(plays.playedAt)))
    .limit(limit);
}

/** Lists the files of these tracks by their tags and by AcoustID, with their owners; without those of banned people. */
export async function listFilesOf(db: Db, trackIds: readonly string[]) {
  return db
    .select({
      trackId: trackReferences.trackId,
      isrc: trackReferences.isrc,
      musicbrainz: trackReferences.musicbrainz,
      durationMs: trackReferences.durationMs,
      id: users.id,
      createdAt: users.createdAt,
      referrerId: users.referrerId,
    })
    .from(trackReferences)
    .innerJoin(users, eq(users.id, trackReferences.ownerId))
    .where(
      and(
        inArray(trackReferences.trackId, sql`(select value from json_each(${JSON.stringify(trackIds)}))`),
        eq(trackReferences.grade, "A"),
        isNull(trackReferences.expiresAt),
        isNull(users.bannedAt),
      ),
    );
}

const isSourced = (field: string) => sourcedFields.some((each) => each === field);

type Recording = typeof recordings.$inferInsert;
type Known = Pick<
  Recording,
  | "album"
  | "labelId"
  | "releasedOn"
  | "art"
  | "apple"
  | "isrc"
  | "composer"
  | "catalogueNumber"
  | "labelCode"
  | "durationMs"
  | "musicbrainz"
>;

/**
 * Fills what is not known yet of a recording; what is known stays. Returns the picture that it has now. `askedAt`: null
 * leaves the time at which it was asked for unchanged.
 */
export async function fillFromSource(
  db: Db,
  trackId: string,
  { spotify, askedAt, ...known }: Known & { spotify?: string | undefined; askedAt: number | null },
): Promise<string | null> {
  const filled = Object.entries(known).filter(([, value]) => value != null) as [keyof Known, string][];
  const asked = askedAt === null ? {} : { musicbrainzAskedAt: askedAt };
  const sourced = filled.map(([field]) => field).filter((field) => isSourced(field));
  const sources = sourced.reduce(
    (before, field) =>
      sql`case when coalesce(${recordings[field]}, '') = '' then json_set(${before}, ${`$.${field}`}, 'musicbrainz') else ${before} end`,
    sql`${recordings.sources}`,
  );
  const set = {
    ...Object.fromEntries(
      filled.map(([field, value]) => [field, sql`coalesce(nullif(${recordings[field]}, ''), ${value})`]),
    ),
    ...(sourced.length > 0 && { sources }),
    ...asked,
  };
  const insert = db.insert(recordings).values({
    trackId,
    ...Object.fromEntries(filled),
    ...asked,
    sources: Object.fromEntries(sourced.map((field) => [field, "musicbrainz" as const])),
  });
  await db.batch([
    Object.keys(set).length === 0
      ? insert.onConflictDoNothing()
      : insert.onConflictDoUpdate({ target: recordings.trackId, set }),
    ...(spotify === undefined
      ? []
      : [
          db
            .update(tracks)
            .set({ spotify: sql`coalesce(${tracks.spotify}, ${spotify})` })
            .where(eq(tracks.id, trackId)),
        ]),
  ]);
  const [row] = await db
    .select({ art: recordings.art })
    .from(recordings)
    .where(eq(recordings.trackId, trackId));
  return row?.art ?? null;
}

/** Stores which of a track's artists are which at MusicBrainz, by the keys of their names; others stay unknown. */
export async function noteCreditedArtists(
  db: Db,
  trackId: string,
  known: readonly { key: string; musicbrainz: string }[],
): Promise<void> {
  const idOf = sql`(select known.value ->> 'musicbrainz' from json_each(${JSON.stringify(known)}) as known
    join ${artists} on ${artists.key} = known.value ->> 'key' where ${artists.id} = ${tracksArtists.artistId})`;
  await db
    .update(tracksArtists)
    .set({ musicbrainz: sql`coalesce(${idOf}, ${tracksArtists.musicbrainz})` })
    .where(eq(tracksArtists.trackId, trackId));
}
