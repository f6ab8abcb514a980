import { askAcoustId as ask } from "#app/domains/music/enrichment/ask-acoustid.server.ts";
import { createAppContext } from "../context.ts";

/** Asks AcoustID about new files of crates, every five minutes. */
export async function askAcoustId(env: Env): Promise<void> {
  await ask(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
