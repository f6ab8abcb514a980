import { recountAll } from "#app/domains/air/tracklists/harvest/witnesses.server.ts";
import { deleteEverywhere } from "#app/domains/music/recognition/cold/keep-index.server.ts";
import { linkReferences } from "#app/domains/music/recognition/crate/identify.server.ts";
import { listExpiredReferences } from "#app/domains/music/recognition/queries/references.ts";
import { createAppContext } from "../context.ts";

const atOnce = 500;
/** Nobody needs the peaks of live sound longer: a performance has ended by then, and was gone through. */
const soundKeptMs = 48 * 3_600_000;

/**
 * Deletes references that have expired, with their peaks, and old peaks of live sound; links others to tracks that were
 * played since, and counts who agrees with them.
 */
export async function keepReferences(env: Env): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  for (;;) {
    const expired = await listExpiredReferences(ctx.db, ctx.clock.now(), atOnce);
    const ids = expired.map(({ id }) => id);
    await deleteEverywhere(ctx, ids);
    if (ids.length < atOnce) break;
  }
  await linkReferences(ctx);
  await recountAll(ctx);
  await ctx.livePeaks.removeBefore(ctx.clock.now() - soundKeptMs);
}
