import type { AppContext } from "#app/context.ts";
import { rateOfClient } from "#app/domains/people/accounts/rates.server.ts";
import { insertReplayListen } from "./queries/replay-record.ts";
import { dayMs } from "./rules.ts";

/** Position past which a listener is counted once they get sound; a player that only probes does not listen. */
export const countedFromMs = 20_000;

/** Anonymous listeners of one network in a day, as in a room: software chooses its own name. */
const maxOfNetwork = 40;

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
  const network = `${replayId}:${caller.networkIn(place)}`;
  const counter = `replay-network:${network}`;
  const rate = rateOfClient(ctx, { max: maxOfNetwork, perMs: dayMs });
  if ((await ctx.limits.uses(counter, dayMs)) >= rate.max) return;
  if (!(await ctx.limits.once(`replay-listen:${network}/${caller.programIn(place)}`, dayMs))) return;
  // Simultaneous requests are counted one after the other here.
  if ((await ctx.limits.take(counter, rate)).ok)
    await insertReplayListen(ctx.db, { ...listen, listener: `anonymous:${ctx.ids.next()}` });
}
