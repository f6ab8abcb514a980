/** The ids of tracks at Spotify, and when they were looked for. */
import { and, desc, eq, gt, isNull, lt, max, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { plays, recordings, tracks } from "#db/schema/index.ts";
import { isShownPlay } from "../../tracks/queries/shown-plays.ts";

/**
 * Tracks without an id that were played lately and not asked for lately, the last played first. What a performer hides
 * is not named to another service.
 */
export async function listTracksToFind(
  db: Db,
  {
    playedAfter,
    askedBefore,
    now,
    limit,
  }: {
    playedAfter: number;
    askedBefore: number;
    now: number;
    limit: number;
  },
): Promise<{ id: string; artist: string; title: string; isrc: string | null }[]> {
  return db
    .select({ id: tracks.id, artist: tracks.artist, title: tracks.title, isrc: recordings.isrc })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .leftJoin(recordings, eq(recordings.trackId, tracks.id))
    .where(
      and(
        gt(plays.playedAt, playedAfter),
        isShownPlay(now),
        isNull(tracks.spotify),
        or(isNull(tracks.spotifyAskedAt), lt(tracks.spotifyAskedAt, askedBefore)),
      ),
    )
    .groupBy(tracks.id)
    .orderBy(desc(max(plays.playedAt)))
    .limit(limit);
}

/** The track was looked for. An id that it has meanwhile, from an operator, stays. */
export async function noteSpotifyId(
  db: Db,
  { id, spotify, askedAt }: { id: string; spotify: string | null; askedAt: number },
): Promise<void> {
  await db
    .update(tracks)
    .set({ spotify: sql`coalesce(${tracks.spotify}, ${spotify})`, spotifyAskedAt: askedAt })
    .where(eq(tracks.id, id));
}
