import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { toListedPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import { renewStageKey } from "./connection.server.ts";
import type { ManagerInput, ManagerNoticeView } from "./contract/members.ts";
import { logOnStage } from "./log.server.ts";
import { peopleLimits, requireNoBlock, tooMany } from "./people-limits.server.ts";
import { deleteStageManager, insertStageManager, listStageManagers } from "./queries/stages.ts";
import { requireManagedStage } from "./require-stage.server.ts";

/**
 * Adding a manager twice has no further effect. Throws `not-found`; `not-welcome` and `you-blocked` for someone with whom
 * there is a block; `conflict` where the stage has as many as it may.
 */
export async function addManager(ctx: AppContext, input: ManagerInput): Promise<ManagerNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const person = await getPerson(ctx, input.user);
  await requireNoBlock(ctx, person);
  const manager = { stageId: stage.id, userId: person.id, createdAt: ctx.clock.now() };
  if (!(await insertStageManager(ctx.db, manager, peopleLimits.managers))) throw tooMany("managers");
  await logOnStage(ctx, stage.id, "manager-added", { manager: person.username });
  return notifyManagers(ctx, stage.id, `${person.username} added as manager`);
}

/**
 * Not oneself: a stage always keeps a manager. A user who manages no other stage stops being a manager. The stage's own
 * mount and password, which they know, are replaced: an encoder on them ends. Throws `manager-self`, `not-found`.
 */
export async function removeManager(ctx: AppContext, input: ManagerInput): Promise<ManagerNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  const { id: byId } = requireViewer(ctx);
  const person = await getPerson(ctx, input.user);
  if (person.id === byId) throw new AppError("manager-self");
  const removal = { stageId: stage.id, userId: person.id, byId };
  if (!(await deleteStageManager(ctx.db, removal))) throw new AppError("not-found");
  await renewStageKey(ctx, stage);
  await logOnStage(ctx, stage.id, "manager-removed", { manager: person.username });
  return notifyManagers(ctx, stage.id, `${person.username} removed as manager`);
}

async function notifyManagers(ctx: AppContext, stageId: string, message: string): Promise<ManagerNoticeView> {
  await ctx.rooms.stage(stageId).refresh();
  const managers = (await listStageManagers(ctx.db, stageId)).map(toListedPersonView);
  return { type: "confirm", message, managers };
}
