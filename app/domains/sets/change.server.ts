import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  cancelSet as cancel,
  findSet,
  type SetChange,
  type SetRow,
  updateSetIfFree,
} from "#db/queries/sets.ts";
import { findStage, isStageManager } from "#db/queries/stages.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";
import { logOnStage } from "../stages/log.server.ts";
import { decideMove } from "./booking-rules.ts";
import type { CancelSetInput, SetChangeView, UpdateSetInput } from "./contract/changes.ts";
import { toSetView } from "./views.ts";

/**
 * Takes a set off the schedule, also while it plays: the stage lets go of its performer at once. Throws `set-over`;
 * `not-found` to whoever is neither its performer nor a manager of its stage.
 */
export async function cancelSet(ctx: AppContext, input: CancelSetInput): Promise<SetChangeView> {
  const { set } = await requireOwnSet(ctx, input.set);
  if (!(await cancel(ctx.db, set.id, ctx.clock.now()))) throw new AppError("set-over");
  await logOnStage(ctx, set.stageId, "set-cancelled", { set: set.name, performer: set.performerName });
  await tellStage(ctx, set.stageId);
  return { ...toSetView(set), type: "confirm", message: "Set cancelled" };
}

/**
 * Changes a set. Its time is the managers' to move, and its performer's where the stage approves by itself. Throws
 * `set-over`, `set-begun`, `managers-move-sets`, `bad-input`, `slot-taken`; `not-found` as `cancelSet`.
 */
export async function updateSet(ctx: AppContext, input: UpdateSetInput): Promise<SetChangeView> {
  const { set, isManager } = await requireOwnSet(ctx, input.set);
  const now = ctx.clock.now();
  const change: SetChange = {
    name: input.name ?? set.name,
    description: input.description ?? set.description,
    startsAt: input.start ?? set.startsAt,
    endsAt: input.end ?? set.endsAt,
    mixcloud: input.mixcloud ?? set.mixcloud,
    mixcloudName: input.mixcloudName ?? set.mixcloudName,
  };
  const stage = await findStage(ctx.db, set.stageId);
  requireOk(decideMove(set, change, { mayMove: isManager || stage?.hasAutoApprove === true, now }));
  if (!(await updateSetIfFree(ctx.db, set.id, { ...change, changedAt: now }))) {
    throw new AppError((await findSet(ctx.db, set.id)) === undefined ? "set-over" : "slot-taken");
  }
  await logOnStage(ctx, set.stageId, "set-changed", namesOf(set, change));
  await tellStage(ctx, set.stageId);
  return { ...toSetView({ ...set, ...change }), type: "confirm", message: "Set updated" };
}

async function requireOwnSet(ctx: AppContext, id: string): Promise<{ set: SetRow; isManager: boolean }> {
  const viewer = requireViewer(ctx);
  const set = await findSet(ctx.db, id);
  if (set === undefined) throw new AppError("not-found");
  const isManager = await isStageManager(ctx.db, set.stageId, viewer.id);
  if (!isManager && set.performerId !== viewer.id) throw new AppError("not-found");
  return { set, isManager };
}

async function tellStage(ctx: AppContext, stageId: string): Promise<void> {
  await ctx.rooms.stage(stageId).refresh();
  await ctx.lobby.upcomingChanged();
}

/** What was changed, before and after, in words and UTC times. */
function namesOf(set: SetRow, change: SetChange): Record<string, string> {
  const entries: [string, string | number, string | number][] = [
    ["name", set.name, change.name],
    ["description", set.description, change.description],
    ["start", new Date(set.startsAt).toISOString(), new Date(change.startsAt).toISOString()],
    ["end", new Date(set.endsAt).toISOString(), new Date(change.endsAt).toISOString()],
  ];
  const changed = entries.filter(([, before, after]) => before !== after);
  return Object.fromEntries([
    ["set", set.name],
    ...changed.map(([field, before, after]) => [field, `${before} → ${after}`]),
  ]);
}
