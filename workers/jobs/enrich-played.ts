import { enrichRecordings } from "#app/domains/music/enrichment/enrich.server.ts";
import { createAppContext } from "../context.ts";

/** Fills what is not known of recordings that were played lately, every five minutes. */
export async function enrichPlayed(env: Env): Promise<void> {
  await enrichRecordings(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
