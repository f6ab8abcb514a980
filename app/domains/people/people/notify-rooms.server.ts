import type { AppContext } from "#app/context.ts";
import { listStagesAhead } from "./queries/profile.ts";

/**
 * Notifies the rooms that show a performer of a changed name or photo, and open timetables. Rooms show other people
 * only with their messages. A room that cannot be reached reads it when it next reads its facts.
 */
export async function notifyRooms(
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
