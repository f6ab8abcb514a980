import type { AppContext } from "#app/context.ts";
import { listStagesAhead } from "#db/queries/profile.ts";

/**
 * A performer's name or photo has changed: the rooms that show it read it again, and so do open timetables. No one
 * else is shown by a room but in what they have said. A room that is away reads it when it next looks.
 */
export async function tellRooms(
  ctx: AppContext,
  person: { id: string; isPerformer: boolean },
): Promise<void> {
  if (!person.isPerformer) return;
  const stageIds = await listStagesAhead(ctx.db, person.id, ctx.clock.now());
  const told = await Promise.allSettled([
    ctx.rooms.profile(person.id).refresh(),
    ...stageIds.map((stageId) => ctx.rooms.stage(stageId).refresh()),
    ctx.lobby.upcomingChanged(),
  ]);
  for (const result of told)
    if (result.status === "rejected")
      ctx.log.warn("room-not-told", { performer: person.id, reason: String(result.reason) });
}
