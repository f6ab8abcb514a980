import type { AppContext } from "#app/context.ts";
import { insertReplayListen } from "#db/queries/replay-record.ts";
import { dayMs } from "./rules.ts";

/** Whoever got sound from beyond this position listens; a player that only probes does not. */
export const countedFromMs = 20_000;

/**
 * Counts the caller as a listener of the replay, once. The name of an anonymous listener is random and made from
 * nothing: only a counter that is deleted within a day knows that their network and program were counted.
 */
export async function countReplayListen(ctx: AppContext, replayId: string): Promise<void> {
  const { caller, viewer } = ctx;
  if (caller.isCrawler) return;
  const listen = { replayId, listenedAt: ctx.clock.now() };
  if (viewer !== null) return insertReplayListen(ctx.db, { ...listen, listener: viewer.id });
  const place = `replay/${replayId}`;
  const key = `replay-listen:${replayId}:${caller.networkIn(place)}/${caller.programIn(place)}`;
  if (await ctx.limits.once(key, dayMs))
    await insertReplayListen(ctx.db, { ...listen, listener: `anonymous:${ctx.ids.next()}` });
}
