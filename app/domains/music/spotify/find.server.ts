/** Finds the tracks that were played lately on Spotify, a few at a time. */
import type { AppContext } from "#app/context.ts";
import {
  connectSpotify,
  type SearchAnswer,
  type Spotify,
} from "#app/domains/people/integrations/spotify/client.ts";
import { pickTrack, queriesFor, type WantedTrack } from "./pick-track.ts";
import { listTracksToFind, noteSpotifyId } from "./queries/spotify.ts";

export const findTerms = {
  /** Limit of one run, of which there is one every five minutes: far below the limit of its rolling half minute. */
  maxTracks: 20,
  playedWithinMs: 7 * 86_400_000,
  askAgainMs: 30 * 86_400_000,
  /** Wait after a refusal that no waiting time comes with: keys that do not work, an owner without Premium. */
  refusedMs: 3_600_000,
} as const;

/** Present in the counters while Spotify may not be asked. */
const pause = "spotify-search-pause";

type Ctx = Pick<AppContext, "db" | "connect" | "clock" | "limits" | "log">;

/** Nothing where Spotify is switched off, or has asked to be left alone until later. */
export async function findTracks(ctx: Ctx): Promise<void> {
  const connection = ctx.connect("spotify");
  if (connection === null) return;
  const now = ctx.clock.now();
  const { maxTracks: limit, playedWithinMs, askAgainMs } = findTerms;
  const tracks = await listTracksToFind(ctx.db, {
    playedAfter: now - playedWithinMs,
    askedBefore: now - askAgainMs,
    now,
    limit,
  });
  // The shortest pause: refused while a longer one lasts.
  if (tracks.length === 0 || !(await ctx.limits.once(pause, 1))) return;
  const spotify = connectSpotify(connection, ctx.clock);
  const token = await spotify.appToken();
  if (token.is !== "tokens")
    return rest(ctx, findTerms.refusedMs, token.is === "failed" ? token.reason : "invalid_grant");
  let found = 0;
  for (const track of tracks) {
    const answer = await findOne(spotify, token.access, track);
    if (answer.is === "wait") return rest(ctx, answer.forMs, "limit");
    if (answer.is === "failed") {
      // Without a response the next run tries again.
      const isRefused = answer.status >= 400 && answer.status < 500;
      return isRefused ? rest(ctx, findTerms.refusedMs, answer.reason) : undefined;
    }
    await noteSpotifyId(ctx.db, { id: track.id, spotify: answer.id, askedAt: now });
    if (answer.id !== null) found += 1;
  }
  ctx.log.info("spotify-tracks-found", { asked: tracks.length, found });
}

async function rest({ limits, log }: Ctx, forMs: number, reason: string): Promise<void> {
  await limits.once(pause, forMs);
  log.warn("spotify-search-paused", { forMs, reason });
}

async function findOne(
  spotify: Spotify,
  access: string,
  wanted: WantedTrack,
): Promise<Exclude<SearchAnswer, { is: "found" }> | { is: "asked"; id: string | null }> {
  for (const query of queriesFor(wanted)) {
    const answer = await spotify.search(access, query);
    if (answer.is !== "found") return answer;
    const id = pickTrack(wanted, answer.tracks);
    if (id !== null) return { is: "asked", id };
  }
  return { is: "asked", id: null };
}
