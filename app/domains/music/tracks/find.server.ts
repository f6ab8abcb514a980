import type { AppContext } from "#app/context.ts";
import { searchTracks } from "#app/domains/outside/search/queries/search.ts";
import { wordsOf } from "#db/full-text.ts";
import type { TrackView } from "./contract/tracks.ts";
import { toTrackView } from "./views.ts";

const maxFound = 20;

/**
 * Tracks in whose title or artist each word of `text` is the start of a word, ignoring case and (for Latin letters)
 * accents; anywhere in scripts without spaces. At most 20, the best matches first.
 */
export async function findTracks(ctx: Pick<AppContext, "clock" | "db">, text: string): Promise<TrackView[]> {
  const words = wordsOf(text.toLowerCase());
  if (words.length === 0) return [];
  return (await searchTracks(ctx.db, { words, limit: maxFound, now: ctx.clock.now() })).map(toTrackView);
}
