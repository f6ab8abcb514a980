/** Tracks that nothing names any more. */
import { and, eq, gt, inArray, isNotNull, notExists, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import {
  artists,
  cheers,
  favorites,
  plays,
  tracklistEvidence,
  trackReferences,
  tracks,
  tracksArtists,
} from "#db/schema/index.ts";
import { retractionOf } from "./retractions.ts";

/**
 * Deletes those of these tracks that were only ever named in tracklists, and are not any more, with artists whom nothing
 * else credits. What a performer or manager says of a line is in force where its play is; what else is said, while it was not taken back.
 */
export async function deleteUnusedTracks(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isOne = (column: SQLiteColumn) =>
    inArray(column, sql`(select value from json_each(${JSON.stringify(ids)}))`);
  const wasHeard = or(
    sql`not ${plays.isRemoved}`,
    isNotNull(plays.partOf),
    gt(plays.listenCount, 0),
    gt(plays.listeners, 0),
  );
  const gifts = (table: typeof favorites | typeof cheers) =>
    db
      .select({ id: table.trackId })
      .from(table)
      .where(
        or(
          eq(table.trackId, tracks.id),
          inArray(table.givenTo, db.select({ id: plays.id }).from(plays).where(eq(plays.trackId, tracks.id))),
        ),
      );
  const isUnused = and(
    isOne(tracks.id),
    notExists(
      db
        .select({ id: plays.id })
        .from(plays)
        .where(and(eq(plays.trackId, tracks.id), wasHeard)),
    ),
    notExists(
      db
        .select({ id: trackReferences.id })
        .from(trackReferences)
        .where(eq(trackReferences.trackId, tracks.id)),
    ),
    notExists(
      db
        .select({ id: tracklistEvidence.id })
        .from(tracklistEvidence)
        .where(
          and(
            eq(tracklistEvidence.trackId, tracks.id),
            inArray(tracklistEvidence.kind, ["encoder", "ear", "history", "listener"]),
            notExists(retractionOf(db, tracklistEvidence)),
          ),
        ),
    ),
    notExists(gifts(favorites)),
    notExists(gifts(cheers)),
  );
  const credited = await db
    .selectDistinct({ id: tracksArtists.artistId })
    .from(tracksArtists)
    .innerJoin(tracks, eq(tracks.id, tracksArtists.trackId))
    .where(isUnused);
  await db.delete(tracks).where(isUnused);
  const credits = db
    .select({ id: tracksArtists.artistId })
    .from(tracksArtists)
    .where(eq(tracksArtists.artistId, artists.id));
  await db
    .delete(artists)
    .where(
      and(
        inArray(
          artists.id,
          sql`(select value from json_each(${JSON.stringify(credited.map(({ id }) => id))}))`,
        ),
        notExists(credits),
      ),
    );
}
