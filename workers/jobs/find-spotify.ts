import { findTracks } from "#app/domains/music/spotify/find.server.ts";
import { createAppContext } from "../context.ts";

/** Finds tracks that were played lately on Spotify, every five minutes. */
export async function findSpotify(env: Env): Promise<void> {
  await findTracks(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
