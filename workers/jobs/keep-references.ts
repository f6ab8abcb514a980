import { linkReferences } from "#app/domains/recognition/crate/identify.server.ts";
import { deleteReferences, listExpiredReferences } from "#db/queries/references.ts";
import { createAppContext } from "../context.ts";

const atOnce = 500;

/** Deletes references that have expired, with their peaks, and links others to tracks that were played since. */
export async function keepReferences(env: Env): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  for (;;) {
    const expired = await listExpiredReferences(ctx.db, ctx.clock.now(), atOnce);
    const ids = expired.map(({ id }) => id);
    await ctx.referencePeaks.remove(ids);
    await deleteReferences(ctx.db, ids);
    if (ids.length < atOnce) break;
  }
  await linkReferences(ctx);
}
