/** The end of a stage: an archived one can be restored, a deleted one cannot. */
import type { AppContext } from "#app/context.ts";
import { discardPictures } from "#app/domains/base/pictures/keep.server.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { notifyOfBooking } from "#app/domains/people/notifications/tell.server.ts";
import { AppError } from "#app/errors.ts";
import { managedStagePath } from "#app/paths.ts";
import { withdrawCredentials } from "../media/connections.server.ts";
import { listManagerIds } from "../sets/queries/requests.ts";
import type { DeleteStageInput, StageNoticeView } from "./contract/manage.ts";
import type { StageInput } from "./contract/stages.ts";
import { getStage } from "./list-stages.server.ts";
import { logOnStage } from "./log.server.ts";
import { notifyLists } from "./notify-lists.server.ts";
import * as stageEnd from "./queries/stage-end.ts";
import type { StageRow } from "./queries/stages.ts";
import { requireManagedStage } from "./require-stage.server.ts";

/**
 * Time for which no one else can have the address of a deleted stage, so that links to it do not lead to another one.
 */
const urlHeldMs = 30 * 24 * 3_600_000;
/** Time after which everything in progress when a stage was deleted has arrived: it is erased once more. */
const secondPassMs = 3_600_000;

/**
 * Removes a stage from all lists, cancels its bookings and ends what is live on it. Its page and its history stay.
 * Archiving twice has no further effect. Throws `not-found` for a user who does not manage it.
 */
export async function archiveStage(ctx: AppContext, input: StageInput): Promise<StageNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  await close(ctx, stage, "archived");
  return noticeOf(ctx, stage.id, "Stage archived");
}

/** Returns an archived stage to the lists; its bookings are not restored. Throws `not-found` as `archiveStage`. */
export async function restoreStage(ctx: AppContext, input: StageInput): Promise<StageNoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  if (await stageEnd.restoreStage(ctx.db, stage.id)) {
    await logOnStage(ctx, stage.id, "stage-restored", {});
    await ctx.rooms.stage(stage.id).refresh();
    await notifyLists(ctx, stage.id);
    await notifyManagers(ctx, stage, "restored");
  }
  return noticeOf(ctx, stage.id, "Stage restored");
}

/**
 * Deletes a stage permanently, once its name is typed. Sets that were played stay in the histories of their performers,
 * under the stage's name. Throws `bad-input` where the typed name differs; `not-found` for a user who does not manage
 * it.
 */
export async function deleteStage(ctx: AppContext, input: DeleteStageInput): Promise<NoticeView> {
  const stage = await requireManagedStage(ctx, input.room);
  if (input.name.trim() !== stage.name.trim())
    throw new AppError("bad-input", { message: "Type the stage’s name to delete it." });
  const managerIds = await listManagerIds(ctx.db, stage.id);
  // Off the air first, so that the present performance is written to its performer's history.
  await close(ctx, stage, "deleted");
  const by = requireViewer(ctx).id;
  if (!(await stageEnd.deleteStage(ctx.db, stage.id, { now: ctx.clock.now(), by })))
    throw new AppError("conflict");
  ctx.log.info("stage-deleted", { stage: stage.id, by });
  if (stage.thumbnail !== null) await discardPictures(ctx, [stage.thumbnail]);
  await eraseElsewhere(ctx, stage.id);
  await notifyLists(ctx, stage.id);
  await notifyManagers(ctx, stage, "deleted", managerIds);
  return { type: "confirm", message: `${stage.name} has been deleted` };
}

/**
 * Erases the remaining data of deleted stages outside the database, and releases their addresses in time. For the
 * hourly job.
 */
export async function finishStageDeletions(ctx: AppContext, limit: number): Promise<void> {
  for (const { id } of await stageEnd.listUnerasedStages(ctx.db, { settleMs: secondPassMs, limit }))
    await eraseElsewhere(ctx, id);
  await stageEnd.freeCustomUrls(ctx.db, ctx.clock.now() - urlHeldMs);
}

/** Erases the stage's credential and its objects, with its chat and its sockets. The hourly job retries failures. */
async function eraseElsewhere(ctx: AppContext, stageId: string): Promise<void> {
  try {
    await withdrawCredentials(ctx, { kind: "stage", ownerId: stageId }, "ended");
    await ctx.rooms.erase(`stage/${stageId}`);
    await ctx.deliveries.of(`stage/${stageId}`).erase();
    await stageEnd.markStageErased(ctx.db, stageId, ctx.clock.now());
  } catch (error) {
    ctx.log.warn("stage-not-erased", { stage: stageId, reason: String(error) });
  }
}

/**
 * Removes it from the lists and the air, and cancels its bookings; notifies those who lose one. Does nothing where it
 * is already archived.
 */
async function close(ctx: AppContext, stage: StageRow, outcome: "archived" | "deleted"): Promise<void> {
  const by = { now: ctx.clock.now(), by: requireViewer(ctx).id };
  const ended = await stageEnd.archiveStage(ctx.db, stage.id, by);
  if (ended === undefined) return;
  await logOnStage(ctx, stage.id, "stage-archived", { "cancelled sets": String(ended.sets.length) });
  await ctx.rooms.stage(stage.id).refresh();
  await notifyLists(ctx, stage.id);
  await notifyPerformers(ctx, stage, { ...ended, outcome });
  if (outcome === "archived") await notifyManagers(ctx, stage, "archived");
}

async function noticeOf(ctx: AppContext, id: string, message: string): Promise<StageNoticeView> {
  return { ...(await getStage(ctx, id)), type: "confirm", message };
}

const lostBookings = {
  archived: {
    one: (set: string, stage: string) => `“${set}” on ${stage} was cancelled: the stage was archived.`,
    several: (count: number, stage: string) =>
      `Your ${count} bookings on ${stage} were cancelled: the stage was archived.`,
  },
  deleted: {
    one: (set: string, stage: string) => `“${set}” on ${stage} was cancelled: the stage was deleted.`,
    several: (count: number, stage: string) =>
      `Your ${count} bookings on ${stage} were cancelled: the stage was deleted.`,
  },
};

const endSentences = {
  archived: (manager: string, stage: string) => `${manager} archived ${stage}.`,
  restored: (manager: string, stage: string) => `${manager} restored ${stage}.`,
  deleted: (manager: string, stage: string) => `${manager} deleted ${stage}.`,
};

/** One notice per person, however many of their bookings it was. */
async function notifyPerformers(
  ctx: AppContext,
  stage: StageRow,
  { sets, requests, outcome }: stageEnd.EndedBookings & { outcome: "archived" | "deleted" },
): Promise<void> {
  const of = Map.groupBy([...sets, ...requests], ({ performerId }) => performerId);
  for (const [performerId, lost] of of) {
    const [first] = lost;
    const sentences = lostBookings[outcome];
    const message =
      lost.length === 1 && first !== undefined
        ? sentences.one(first.name, stage.name)
        : sentences.several(lost.length, stage.name);
    await tell(ctx, stage, [performerId], message, "/djs");
  }
}

async function notifyManagers(
  ctx: AppContext,
  stage: StageRow,
  outcome: "archived" | "restored" | "deleted",
  ids?: readonly string[],
): Promise<void> {
  const message = endSentences[outcome](requireViewer(ctx).username, stage.name);
  const url = outcome === "deleted" ? "/management" : managedStagePath(stage.id);
  await tell(ctx, stage, ids ?? (await listManagerIds(ctx.db, stage.id)), message, url);
}

function tell(
  ctx: AppContext,
  stage: StageRow,
  ids: readonly string[],
  message: string,
  url: string,
): Promise<void> {
  return notifyOfBooking(ctx, ids, { message, key: `stage:${stage.id}:${url}:${ctx.clock.now()}`, url });
}
