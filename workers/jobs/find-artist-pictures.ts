import { findArtistPictures as find } from "#app/domains/music/enrichment/artist-pictures.server.ts";
import { createAppContext } from "../context.ts";

/** Looks for pictures of artists who were played lately, every five minutes. */
export async function findArtistPictures(env: Env): Promise<void> {
  await find(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
