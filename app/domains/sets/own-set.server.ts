/** A set in the hands of those whose it is: its performer and the managers of its stage. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findPerson } from "#db/queries/people.ts";
import { findSetOfAnyStatus, listSeries, type SetRow } from "#db/queries/sets.ts";
import { findStage, isStageManager } from "#db/queries/stages.ts";
import { requireViewer } from "../accounts/guards.ts";
import { toPersonView } from "../people/views.ts";
import type { OwnSetView } from "./contract/changes.ts";
import type { SetInput } from "./contract.ts";
import { toSetView } from "./views.ts";

/** A set of the viewer's or of a stage of theirs, whatever became of it. Throws `not-found` to everybody else. */
export async function openOwnSet(ctx: AppContext, input: SetInput): Promise<OwnSetView> {
  const { set, isManager } = await requireOwnSet(ctx, input.set);
  const [changed, series, isMovable] = await Promise.all([
    lastChangeOf(ctx, set),
    set.requestId === null ? [] : listSeries(ctx.db, set.requestId),
    canMove(ctx, { set, isManager }),
  ]);
  return {
    ...toSetView(set),
    status: set.status,
    revision: set.revision,
    changed,
    mixcloud: set.mixcloud,
    mixcloudName: set.mixcloudName,
    series:
      series.length < 2
        ? []
        : series.map(({ id, startsAt, endsAt, status }) => ({
            id,
            startTime: startsAt,
            endTime: endsAt,
            status,
          })),
    isManager,
    isMovable,
  };
}

export interface OwnSet {
  set: SetRow;
  isManager: boolean;
}

/** Also one that was cancelled. Throws `not-found` to whoever is neither its performer nor a manager of its stage. */
export async function requireOwnSet(ctx: AppContext, id: string): Promise<OwnSet> {
  const viewer = requireViewer(ctx);
  const set = await findSetOfAnyStatus(ctx.db, id);
  if (set === undefined) throw new AppError("not-found");
  const isManager = await isStageManager(ctx.db, set.stageId, viewer.id);
  if (!isManager && set.performerId !== viewer.id) throw new AppError("not-found");
  return { set, isManager };
}

/** Its time is the managers' to move, and its performer's where the stage approves by itself. */
export async function canMove(ctx: AppContext, { set, isManager }: OwnSet): Promise<boolean> {
  return isManager || (await findStage(ctx.db, set.stageId))?.hasAutoApprove === true;
}

/** Who changed a set last and when; null where it stands as it was booked. */
export async function lastChangeOf(
  ctx: AppContext,
  { changedAt, changedById }: SetRow,
): Promise<OwnSetView["changed"]> {
  if (changedAt === null) return null;
  const person = changedById === null ? undefined : await findPerson(ctx.db, changedById);
  return { at: changedAt, by: person === undefined ? null : toPersonView(person) };
}
