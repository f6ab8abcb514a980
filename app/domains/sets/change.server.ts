import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  cancelSets,
  findSetOfAnyStatus,
  type SetChange,
  type SetRow,
  updateSetIfFree,
} from "#db/queries/sets.ts";
import { requireOk, requireViewer } from "../accounts/guards.ts";
import { logOnStage } from "../stages/log.server.ts";
import { decideMove } from "./booking-rules.ts";
import type { CancelSetInput, SetChangeView, UpdateSetInput } from "./contract/changes.ts";
import { canMove, lastChangeOf, requireOwnSet } from "./own-set.server.ts";
import { tellOfCancel, tellOfChange } from "./tell-people.server.ts";
import { toSetView } from "./views.ts";

/**
 * Takes a set off the schedule, and the later weeks of its series where that is asked for, also while it plays: the
 * stage lets go of its performer at once. Throws `set-over`; `not-found` to whoever is neither its performer nor a
 * manager of its stage.
 */
export async function cancelSet(ctx: AppContext, input: CancelSetInput): Promise<SetChangeView> {
  const { set } = await requireOwnSet(ctx, input.set);
  if (set.status === "cancelled") throw new AppError("set-over");
  const { id, requestId, startsAt } = set;
  const which = input.rest && requestId !== null ? { requestId, from: startsAt } : { id };
  const count = await cancelSets(ctx.db, which, changerOf(ctx));
  if (count === 0) throw new AppError("set-over");
  await logOnStage(ctx, set.stageId, "set-cancelled", {
    set: set.name,
    performer: set.performerName,
    ...(count > 1 && { weeks: String(count) }),
  });
  await tellStage(ctx, set.stageId);
  await tellOfCancel(ctx, set, count);
  const message = count > 1 ? `Set cancelled for ${count} weeks` : "Set cancelled";
  return { ...toSetView(set), type: "confirm", message };
}

/**
 * Changes a set. Throws what `decideMove` refuses, `slot-taken`, `conflict` with the name of whoever changed it since
 * the revision that the caller has seen; `not-found` as `cancelSet`.
 */
export async function updateSet(ctx: AppContext, input: UpdateSetInput): Promise<SetChangeView> {
  const own = await requireOwnSet(ctx, input.set);
  const { set } = own;
  if (set.status === "cancelled") throw new AppError("set-over");
  if (input.revision != null && input.revision !== set.revision) throw await changedMeanwhile(ctx, set);
  const change: SetChange = {
    name: input.name ?? set.name,
    description: input.description ?? set.description,
    startsAt: input.start ?? set.startsAt,
    endsAt: input.end ?? set.endsAt,
    mixcloud: input.mixcloud ?? set.mixcloud,
    mixcloudName: input.mixcloudName ?? set.mixcloudName,
  };
  const mayMove = await canMove(ctx, own);
  requireOk(decideMove(set, change, { mayMove, now: ctx.clock.now() }));
  if (!(await updateSetIfFree(ctx.db, set, { ...change, ...changerOf(ctx) })))
    throw await refusedUpdate(ctx, set);
  await logOnStage(ctx, set.stageId, "set-changed", namesOf(set, change));
  await tellStage(ctx, set.stageId);
  await tellOfChange(ctx, set, change);
  return { ...toSetView({ ...set, ...change }), type: "confirm", message: "Set updated" };
}

const changerOf = (ctx: AppContext) => ({
  changedAt: ctx.clock.now(),
  changedById: requireViewer(ctx).id,
});

/** Why a set that could be changed as it was read could not be when it came to writing. */
async function refusedUpdate(ctx: AppContext, read: SetRow): Promise<AppError> {
  const set = await findSetOfAnyStatus(ctx.db, read.id);
  if (set === undefined || set.status === "cancelled") return new AppError("set-over");
  return set.revision === read.revision ? new AppError("slot-taken") : changedMeanwhile(ctx, set);
}

async function changedMeanwhile(ctx: AppContext, set: SetRow): Promise<AppError> {
  const by = (await lastChangeOf(ctx, set))?.by;
  return new AppError(
    "conflict",
    by == null ? {} : { message: `${by.username} changed this set in the meantime.` },
  );
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
