/** A room's reads of plays that were corrected while they played. */
import { and, eq, inArray, not, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { plays, tracks } from "#db/schema/index.ts";

/** These plays with their tracks, as far as they exist; the room shows those that are hidden as "ID". */
export async function listCorrectedPlays(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: plays.id,
      trackId: plays.trackId,
      key: tracks.key,
      artist: tracks.artist,
      title: tracks.title,
      playedAt: plays.playedAt,
      source: plays.source,
      hiddenUntil: plays.hiddenUntil,
    })
    .from(plays)
    .innerJoin(tracks, eq(tracks.id, plays.trackId))
    .where(
      and(
        inArray(plays.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        not(plays.isRemoved),
      ),
    );
}
