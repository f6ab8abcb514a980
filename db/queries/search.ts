import { desc, eq, inArray, max, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { anywhere, beginning } from "../full-text.ts";
import { plays, tracks } from "../schema/index.ts";
import type { TrackRow } from "./tracks.ts";

/** So many matches are compared, the newest tracks of them: one letter matches half of all there are. */
const mostCompared = 200;

/**
 * Tracks in whose title or artist each of `words` begins a word. Whatever is called so comes first, then what begins
 * so, then what was played last.
 */
export async function searchTracks(
  db: Db,
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<TrackRow[]> {
  const newest = (query: string) =>
    sql`select rowid from track_search where track_search match ${query} order by rowid desc limit ${mostCompared}`;
  const begins = newest(beginning(words, ["title", "artist"]));
  const playedAt = db
    .select({ at: max(plays.playedAt) })
    .from(plays)
    .where(eq(plays.trackId, tracks.id));
  const name = words.join(" ");
  return db
    .select()
    .from(tracks)
    .where(
      inArray(
        sql`${tracks}.rowid`,
        sql`(select rowid from (${begins}) union select rowid from (${newest(anywhere(words))}))`,
      ),
    )
    .orderBy(
      sql`lower(${tracks.title}) = ${name} or lower(${tracks.artist}) = ${name} desc`,
      sql`${tracks}.rowid in (${begins}) desc`,
      sql`(${playedAt}) desc`,
      desc(tracks.id),
    )
    .limit(limit);
}
