/** What other services know of recordings, and when they were asked. */
import { and, desc, eq, gt, isNull, lt, max, min, ne, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import {
  artists,
  labels,
  plays,
  recordings,
  trackReferences,
  tracks,
  tracksArtists,
} from "../schema/index.ts";
import { named } from "./named.ts";
import { onlyValue } from "./only-value.ts";
import { isShownPlay } from "./shown-plays.ts";

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
  // A file's length is that of the recording; of several files they differ by little.
  const fileMs = db
    .select({ ms: min(trackReferences.durationMs) })
    .from(trackReferences)
    .where(
      and(
        eq(trackReferences.trackId, tracks.id),
        eq(trackReferences.grade, "A"),
        isNull(trackReferences.expiresAt),
      ),
    );
  // AcoustID's answers. Files of one name that are several recordings do not tell which was played.
  const heardAs = db
    .select({ id: onlyValue(trackReferences.musicbrainz) })
    .from(trackReferences)
    .where(and(eq(trackReferences.trackId, tracks.id), isNull(trackReferences.expiresAt)));
  return db
    .select({
      id: tracks.id,
      artist: tracks.artist,
      title: tracks.title,
      isrc: recordings.isrc,
      durationMs: sql<number | null>`coalesce(${recordings.durationMs}, (${fileMs}))`.as("known_ms"),
      heardAs: sql<string | null>`(${heardAs})`.as("heard_as"),
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
  const set = {
    ...Object.fromEntries(
      filled.map(([field, value]) => [field, sql`coalesce(nullif(${recordings[field]}, ''), ${value})`]),
    ),
    ...asked,
  };
  const insert = db.insert(recordings).values({ trackId, ...Object.fromEntries(filled), ...asked });
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

/** Which of a track's artists are which at MusicBrainz, by the keys of their names; others stay unknown. */
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
