/** A set for its performer and the managers of its stage. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findPerson } from "#app/domains/people/people/queries/people.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import type { SetInput } from "../schedule/contract/sets.ts";
import { presentSet } from "../schedule/present.server.ts";
import { findStage, isStageManager } from "../stages/queries/stages.ts";
import type { OwnSetView } from "./contract/changes.ts";
import { findRequest, listPendingRequests, type SetRequestRow } from "./queries/requests.ts";
import { listSeries } from "./queries/series.ts";
import { findSetOfAnyStatus, type SetRow } from "./queries/sets.ts";
import { toSetRequestView } from "./views.ts";

/** A set of the viewer's or of one of their stages, whatever its status. Throws `not-found` for everyone else. */
export async function openOwnSet(ctx: AppContext, input: SetInput): Promise<OwnSetView> {
  const { set, isManager } = await requireOwnSet(ctx, input.set);
  const { requestId } = set;
  const now = ctx.clock.now();
  const [view, changed, series, isMovable, request, [waiting]] = await Promise.all([
    presentSet(ctx, set),
    lastChangeOf(ctx, set),
    requestId === null ? [] : listWeeks(ctx, { ...set, requestId }),
    canMove(ctx, { set, isManager }),
    requestId === null ? undefined : findRequest(ctx.db, requestId),
    listPendingRequests(ctx.db, { setId: set.id }, now),
  ]);
  return {
    ...view,
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
    undoableRequest: canUndo(ctx, set, request) ? requestId : null,
    isAskedAgain: set.status === "cancelled" && request?.status === "pending",
    isMovable,
    canAskToMove: !isMovable && waiting === undefined && set.startsAt > now,
    waiting: waiting === undefined ? null : toSetRequestView(waiting),
  };
}

/** The weeks of a series, without those that were undone and accepted again, except the requested one. */
async function listWeeks(ctx: Pick<AppContext, "db">, set: SetRow & { requestId: string }) {
  const weeks = await listSeries(ctx.db, set);
  const booked = new Set(weeks.flatMap(({ status, startsAt }) => (status === "accepted" ? startsAt : [])));
  return weeks.filter(
    ({ id, status, startsAt }) => id === set.id || status === "accepted" || !booked.has(startsAt),
  );
}

/** Whether the viewer is on the side that has accepted it, and it has not started. */
function canUndo(
  ctx: Pick<AppContext, "clock" | "viewer">,
  set: SetRow,
  request: SetRequestRow | undefined,
): boolean {
  if (request?.status !== "accepted" || set.status !== "accepted") return false;
  // A set that was handed over belongs to the substitute: no one has requested that.
  if (set.startsAt <= ctx.clock.now() || set.performerId !== request.performer.id) return false;
  const side = set.performerId === ctx.viewer?.id ? "performer" : "stage";
  const asker = request.requestor.id === request.performer.id ? "performer" : "stage";
  return side !== asker;
}

export interface OwnSet {
  set: SetRow;
  isManager: boolean;
}

/** Includes cancelled sets. Throws `not-found` for a user who is neither its performer nor a manager of its stage. */
export async function requireOwnSet(ctx: AppContext, id: string): Promise<OwnSet> {
  const viewer = requireViewer(ctx);
  const set = await findSetOfAnyStatus(ctx.db, id);
  if (set === undefined) throw new AppError("not-found");
  const isManager = await isStageManager(ctx.db, set.stageId, viewer.id);
  if (!isManager && set.performerId !== viewer.id) throw new AppError("not-found");
  return { set, isManager };
}

/**
 * Whether its time can be moved without asking: by managers, and by its performer where the stage approves
 * automatically.
 */
export async function canMove(ctx: Pick<AppContext, "db">, { set, isManager }: OwnSet): Promise<boolean> {
  return isManager || (await findStage(ctx.db, set.stageId))?.hasAutoApprove === true;
}

/** Returns who changed a set last and when; null where it is unchanged since its booking. */
export async function lastChangeOf(
  ctx: Pick<AppContext, "db">,
  { changedAt, changedById }: SetRow,
): Promise<OwnSetView["changed"]> {
  if (changedAt === null) return null;
  const person = changedById === null ? undefined : await findPerson(ctx.db, { id: changedById });
  return { at: changedAt, by: person === undefined ? null : toPersonView(person) };
}
