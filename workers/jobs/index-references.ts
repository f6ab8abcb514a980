import { keepIndex } from "#app/domains/music/recognition/cold/keep-index.server.ts";
import { createAppContext } from "../context.ts";

/** Puts references into the index of all, and takes out what does not belong there any more. */
export async function indexReferences(env: Env): Promise<void> {
  await keepIndex(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
