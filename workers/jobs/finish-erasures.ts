import { finishStageDeletions } from "#app/domains/air/stages/end.server.ts";
import { finishErasures as finish } from "#app/domains/people/accounts/erase.server.ts";
import { createAppContext } from "../context.ts";

const atOnce = 20;

/** Continues unfinished erasures of accounts and stages, and repeats finished ones once. */
export async function finishErasures(env: Env, waitUntil?: (work: Promise<unknown>) => void): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null, waitUntil && { waitUntil });
  await finish(ctx, atOnce);
  await finishStageDeletions(ctx, atOnce);
}
