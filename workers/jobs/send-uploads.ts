import { sendDueUploads } from "#app/domains/outside/uploads/send.server.ts";
import { createAppContext } from "../context.ts";

/** Uploads sets that are over, every five minutes. */
export async function sendUploads(env: Env): Promise<void> {
  await sendDueUploads(createAppContext(new Request(env.CUE_ORIGIN), env, null));
}
