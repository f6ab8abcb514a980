/** Deletion of replays: at once for everyone who asks, then their sound and chat, then the row. */
import type { AppContext } from "#app/context.ts";
import { roomOf } from "./events.server.ts";
import {
  deleteReplayRow,
  deleteUnusedPlans,
  type Erasable,
  listErasableReplays,
  markReplayDeleted,
  postponeReplay,
} from "./queries/replay-deletion.ts";
import { dayMs, withdrawnMs } from "./rules.ts";

/** Nobody finds it once this has resolved. What cannot be deleted elsewhere now is deleted by the job. */
export async function eraseReplay(ctx: AppContext, replay: Erasable): Promise<void> {
  // First, so that nothing is served from here on.
  await markReplayDeleted(ctx.db, replay.id, ctx.clock.now());
  try {
    await eraseEverywhere(ctx, replay);
  } catch (error) {
    ctx.log.warn("replay-left-behind", { replay: replay.id, reason: String(error) });
    await postponeReplay(ctx.db, replay.id, ctx.clock.now());
  }
}

/** May have been done in part. Throws where something is left. */
async function eraseEverywhere(ctx: AppContext, { id, performance, room }: Erasable): Promise<void> {
  await ctx.tapes.erase({ id, performance });
  await roomOf(ctx, room).forgetReplay(performance);
  await deleteReplayRow(ctx.db, id);
}

/** Deletes replays whose day is over, those withdrawn a week ago, and what is left of deleted ones. For the job. */
export async function eraseDueReplays(ctx: AppContext, limit: number): Promise<void> {
  const [endedBy, withdrawnBy] = [ctx.clock.now() - dayMs, ctx.clock.now() - withdrawnMs];
  for (const replay of await listErasableReplays(ctx.db, { endedBy, withdrawnBy, limit }))
    await eraseReplay(ctx, replay);
  await deleteUnusedPlans(ctx.db, endedBy);
}
