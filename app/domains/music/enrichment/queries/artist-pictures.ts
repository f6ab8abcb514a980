/** Pictures of artists that come from elsewhere. */
import { and, desc, eq, gt, isNotNull, isNull, lt, max, ne, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { artists, type PhotoCredit, plays, tracksArtists } from "#db/schema/index.ts";
import { isShownPlay } from "../../tracks/queries/shown-plays.ts";
import { onlyValue } from "./only-value.ts";

export type ArtistToAsk = Awaited<ReturnType<typeof listArtistsToAsk>>[number];

/**
 * Artists without a picture who are known at MusicBrainz, who were played since `playedAfter`, and for whom none was
 * looked for since `askedBefore`, the last played first. Not where an operator has removed one. Artists of one name who
 * are several there do not tell whose picture it would be.
 */
export async function listArtistsToAsk(
  db: Db,
  {
    playedAfter,
    askedBefore,
    now,
    limit,
  }: { playedAfter: number; askedBefore: number; now: number; limit: number },
) {
  const one = db
    .select({ id: onlyValue(tracksArtists.musicbrainz) })
    .from(tracksArtists)
    .where(eq(tracksArtists.artistId, artists.id));
  const rows = await db
    .select({ id: artists.id, musicbrainz: sql<string | null>`(${one})`.as("one_id") })
    .from(plays)
    .innerJoin(tracksArtists, eq(tracksArtists.trackId, plays.trackId))
    .innerJoin(artists, eq(artists.id, tracksArtists.artistId))
    .where(
      and(
        gt(plays.playedAt, playedAfter),
        isShownPlay(now),
        ne(plays.confidence, "possible"),
        isNull(artists.photo),
        isNull(artists.photoRemovedAt),
        or(isNull(artists.photoAskedAt), lt(artists.photoAskedAt, askedBefore)),
        isNotNull(sql`(${one})`),
      ),
    )
    .groupBy(artists.id)
    .orderBy(desc(max(plays.playedAt)))
    .limit(limit);
  return rows.flatMap(({ id, musicbrainz: known }) => (known === null ? [] : { id, musicbrainz: known }));
}

/** Stores when a picture of an artist was looked for. */
export async function notePictureAsked(db: Db, artistId: string, photoAskedAt: number): Promise<void> {
  await db.update(artists).set({ photoAskedAt }).where(eq(artists.id, artistId));
}

/** Returns false where the artist has a picture already, or an operator has removed it meanwhile. */
export async function addArtistPicture(
  db: Db,
  artistId: string,
  picture: { photo: string; photoCredit: PhotoCredit; photoAskedAt: number },
): Promise<boolean> {
  const rows = await db
    .update(artists)
    .set(picture)
    .where(and(eq(artists.id, artistId), isNull(artists.photo), isNull(artists.photoRemovedAt)))
    .returning({ id: artists.id });
  return rows.length > 0;
}

/** Also where there is none: then none is looked for. */
export async function removeArtistPicture(db: Db, artistId: string, photoRemovedAt: number): Promise<void> {
  await db
    .update(artists)
    .set({ photo: null, photoCredit: null, photoRemovedAt })
    .where(eq(artists.id, artistId));
}
