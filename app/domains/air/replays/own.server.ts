/** A performer's own replays, and their rights. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { findSet, type SetRow } from "../sets/queries/sets.ts";
import { findOwnReplay, toFacts } from "./access.server.ts";
import type { OwnReplayView, ReplayInput, UpdateReplayInput } from "./contract.ts";
import { eraseReplay } from "./erase.server.ts";
import { notifyTape } from "./notify-tape.server.ts";
import * as queries from "./queries/replays.ts";
import { isOver, isPublic } from "./rules.ts";
import { toOwnReplayView } from "./views.ts";

const olderThanDay = "This replay is older than a day. Delete it instead, or choose who may hear it.";

/** More than a performer plays in years. */
const maxListed = 1_000;

/** The viewer's recordings, newest first, and those of the stages that they manage where no one was named. */
export async function listOwnReplays(ctx: AppContext): Promise<OwnReplayView[]> {
  const rows = await queries.listOwnReplays(ctx.db, requireViewer(ctx).id, maxListed);
  return rows.filter((row) => !isOver(row, ctx.clock.now())).map((row) => toView(ctx, row));
}

/**
 * Changes the rights of a replay, or of a set of the viewer's that has not been recorded yet. `never` keeps a
 * finished recording from everyone and deletes it after a week, and one that goes on at once; `day` is refused where it would. Returns the rights as they are then. Throws `not-found` for everyone who is
 * not its owner.
 */
export async function updateReplay(ctx: AppContext, input: UpdateReplayInput): Promise<OwnReplayView> {
  const row = await findOwnReplay(ctx, input.replay);
  const change = toChange(input);
  if (row === undefined) return planRights(ctx, await requireOwnSet(ctx, input.replay), change);
  if (isOver(row, ctx.clock.now())) throw new AppError("not-found");
  if (Object.keys(change).length === 0) return toView(ctx, row);
  const changed = { ...row, ...change, changedAt: ctx.clock.now() };
  if (isOver(changed, ctx.clock.now())) throw new AppError("bad-input", { message: olderThanDay });
  const isChanged = await queries.updateReplayRights(ctx.db, row.id, {
    ...change,
    changedAt: changed.changedAt,
  });
  if (!isChanged) throw new AppError("not-found");
  if (changed.visibility === "never" && row.status === "recording") await eraseForGood(ctx, row);
  else await notifyTape(ctx, row.performance);
  return toView(ctx, changed);
}

/** Deletes the viewer's replay. Throws `not-found` for everyone who is not its owner. */
export async function deleteReplay(ctx: AppContext, input: ReplayInput): Promise<true> {
  const row = await findOwnReplay(ctx, input.replay);
  if (row === undefined || row.status === "planned") throw new AppError("not-found");
  await eraseForGood(ctx, row);
  return true;
}

/** Deletes a replay; the rest of its set is not recorded, unless its performer chooses other rights for it. */
async function eraseForGood(ctx: AppContext, row: queries.ReplayRow): Promise<void> {
  await eraseReplay(ctx, row);
  const changedAt = ctx.clock.now();
  const set = row.setId === null ? undefined : await findSet(ctx.db, row.setId);
  if (set === undefined || set.endsAt <= changedAt) return;
  const { performerId, mayDownload, isInFeed } = row;
  const rights = { visibility: "never", mayDownload, isInFeed } as const;
  const planned = { id: ctx.ids.next(), setId: set.id, stageId: set.stageId, performerId };
  await queries.insertPlannedReplay(ctx.db, { ...planned, ...rights, startedAt: set.startsAt, changedAt });
}

/** Stores rights for a set before it is recorded; without a change it only returns those that it would get. */
async function planRights(
  ctx: AppContext,
  set: SetRow,
  change: Partial<queries.ReplayRights>,
): Promise<OwnReplayView> {
  const defaults = await queries.findDefaultRights(ctx.db, set.performerId);
  if (defaults === undefined) throw new AppError("not-found");
  const rights = { ...defaults, ...change };
  if (Object.keys(change).length === 0) return toPlannedView(set, set.id, rights);
  const planned = { id: ctx.ids.next(), setId: set.id, stageId: set.stageId, performerId: set.performerId };
  const times = { startedAt: set.startsAt, changedAt: ctx.clock.now() };
  if (!(await queries.insertPlannedReplay(ctx.db, { ...planned, ...rights, ...times })))
    throw new AppError("not-found");
  await notifyTape(ctx, set.id);
  return toPlannedView(set, planned.id, rights);
}

/** A set of the viewer's that is not over, and so may still be recorded. */
async function requireOwnSet(ctx: AppContext, id: string): Promise<SetRow> {
  const set = await findSet(ctx.db, id);
  if (set === undefined || set.performerId !== ctx.viewer?.id || set.endsAt <= ctx.clock.now())
    throw new AppError("not-found");
  return set;
}

function toChange({ visibility, download, feed }: UpdateReplayInput): Partial<queries.ReplayRights> {
  return {
    ...(visibility !== undefined && { visibility }),
    ...(download !== undefined && { mayDownload: download }),
    ...(feed !== undefined && { isInFeed: feed }),
  };
}

const toView = (ctx: AppContext, row: queries.ReplayRow): OwnReplayView =>
  toOwnReplayView(row, isPublic(toFacts(row), ctx.clock.now()));

function toPlannedView(set: SetRow, id: string, rights: queries.ReplayRights): OwnReplayView {
  const nothing = { durationMs: 0, opusBytes: 0, mp3Bytes: 0, listenCount: 0, endedAt: null, changedAt: 0 };
  const { name: setName, stageName, performerName, startsAt: startedAt } = set;
  const names = { setName, stageName, performerName, stageThumbnail: null };
  return toOwnReplayView(
    { id, ...nothing, ...rights, ...names, startedAt, setId: set.id, stageId: set.stageId },
    false,
  );
}
