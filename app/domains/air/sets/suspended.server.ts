import type { AppContext } from "#app/context.ts";
import { logOnStage } from "../stages/log.server.ts";
import { clearScheduleOf } from "./queries/suspension.ts";

/**
 * Removes a suspended user from every schedule, including the stage where they are on now, and declines what is open
 * for them to play. Stages' logs give the reason, but not the operator. Callers guard.
 */
export async function clearSchedule(
  ctx: AppContext,
  performer: { id: string; username: string },
): Promise<void> {
  const cancelled = await clearScheduleOf(ctx.db, performer.id, ctx.clock.now());
  if (cancelled.length === 0) return;
  for (const { stageId, name } of cancelled) {
    const details = { set: name, performer: performer.username, reason: "suspended" };
    await logOnStage({ ...ctx, viewer: null }, stageId, "set-cancelled", details);
  }
  const stageIds = new Set(cancelled.map(({ stageId }) => stageId));
  await Promise.all(Array.from(stageIds, (stageId) => ctx.rooms.stage(stageId).refresh()));
  await ctx.lobby.upcomingChanged();
}
