/** Replays as podcast apps get them. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { toFound } from "./access.server.ts";
import type { ReplayTrackView } from "./contract.ts";
import { measureMp3 } from "./file.server.ts";
import { listFeedReplays } from "./queries/public-replays.ts";
import type { ReplayRow } from "./queries/replays.ts";

export interface Episode {
  row: ReplayRow;
  /** Size of the MP3 file, all of it. */
  bytes: number;
  tracks: ReplayTrackView[];
}

/** The latest replays of a stage or a performer that everyone may hear and their performers let into feeds. */
export async function listEpisodes(
  ctx: AppContext,
  of: { stageId: string } | { performerId: string },
  limit: number,
): Promise<Episode[]> {
  // A feed is the same for everyone, also for the one who plays.
  const guest = { ...ctx, viewer: null };
  const rows = await listFeedReplays(guest.db, of, limit);
  const episodes = await Promise.all(rows.map((row) => toEpisode(guest, row)));
  return episodes.filter((episode) => episode !== null);
}

/** Null where it may not be in a feed, or has no MP3 file. */
async function toEpisode(ctx: AppContext, row: ReplayRow): Promise<Episode | null> {
  const found = toFound(ctx, row, false);
  if (!found.access.mayBeInFeed) return null;
  try {
    const file = await measureMp3(ctx, found);
    return file && { row, ...file };
  } catch (error) {
    // Deleted meanwhile. Of all other failures apps try again later; without its item they would delete their copy.
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
