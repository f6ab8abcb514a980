import { eraseDueReplays } from "#app/domains/air/replays/erase.server.ts";
import { createAppContext } from "../context.ts";

const atOnce = 50;

/** Deletes replays whose day is over, and repeats deletions that have failed. */
export async function eraseReplays(env: Env): Promise<void> {
  await eraseDueReplays(createAppContext(new Request(env.CUE_ORIGIN), env, null), atOnce);
}
