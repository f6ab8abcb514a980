/** Who is told of what becomes of a request or a set: always the other side, never the one who did it. */
import type { AppContext } from "#app/context.ts";
import { managedStagePath } from "#app/paths.ts";
import { listManagerIds, type SetRequestRow } from "#db/queries/requests.ts";
import type { SetChange, SetRow } from "#db/queries/sets.ts";
import { requireViewer } from "../accounts/guards.ts";
import { tellOfBooking, withdrawNotice } from "../notifications/tell.server.ts";

/** Asked for: those who can answer. */
export async function tellOfRequest(
  ctx: AppContext,
  request: SetRequestRow,
  ids: readonly string[],
): Promise<void> {
  const { id, name, stage, performer, requestor } = request;
  const isAskedByPerformer = requestor.id === performer.id;
  const message = isAskedByPerformer
    ? `${performer.username} asks to play “${name}” on ${stage.name}.`
    : `${stage.name} asks you to play “${name}”.`;
  const url = isAskedByPerformer ? managedStagePath(stage.id) : "/djs";
  await tellOfBooking(ctx, ids, { message, key: `request:${id}`, url });
}

/** Accepted, declined, taken back by those who had asked, or booked at once where no one had to answer. */
export async function tellOfAnswer(
  ctx: AppContext,
  request: SetRequestRow,
  outcome: "accepted" | "declined" | "cancelled" | "booked",
  at = ctx.clock.now(),
): Promise<void> {
  const { id, name, stage, performer } = request;
  const { toPerformer, ids } = await otherSideOf(ctx, request);
  const what = outcome === "cancelled" ? "taken back" : outcome;
  const message = toPerformer
    ? `“${name}” on ${stage.name} was ${what}.`
    : `${performer.username} has ${what} “${name}” on ${stage.name}.`;
  const url = toPerformer ? "/djs" : managedStagePath(stage.id);
  await tellOfBooking(ctx, ids, { message, key: answerKey(id, outcome, at), url });
}

/** A request can be accepted again after it was undone: each answer is told by itself. */
const answerKey = (id: string, outcome: string, at: number) => `request:${id}:${outcome}:${at}`;

/**
 * An acceptance was undone: those who were told of it are told that it waits again, and of the acceptance no more, unless
 * it still stands for the other weeks.
 */
export async function tellOfUndo(
  ctx: AppContext,
  request: SetRequestRow,
  { isWhole, weeks, startsAt }: { isWhole: boolean; weeks: number; startsAt: number },
): Promise<void> {
  const { id, name, stage, performer, settledAt } = request;
  const { toPerformer, ids } = await otherSideOf(ctx, request);
  if (isWhole && settledAt !== null) {
    // What was booked without an answer was told to the managers.
    const told = [performer.id, ...(await listManagerIds(ctx.db, stage.id))];
    for (const outcome of ["accepted", "booked"])
      await withdrawNotice(ctx, told, answerKey(id, outcome, settledAt));
  }
  const what = toPerformer
    ? `The acceptance of “${name}” on ${stage.name}`
    : `${performer.username}’s acceptance of “${name}” on ${stage.name}`;
  const which = isWhole ? "" : weeks > 1 ? ` for ${weeks} weeks` : ` at ${timeOf(startsAt)}`;
  const message = `${what} was withdrawn${which}. The request waits for an answer again.`;
  const url = toPerformer ? "/djs" : managedStagePath(stage.id);
  await tellOfBooking(ctx, ids, { message, key: answerKey(id, "undone", ctx.clock.now()), url });
}

async function otherSideOf(ctx: AppContext, { performer, stage }: SetRequestRow) {
  const toPerformer = performer.id !== requireViewer(ctx).id;
  const ids = toPerformer ? [performer.id] : await listManagerIds(ctx.db, stage.id);
  return { toPerformer, ids: ids.filter((id) => id !== ctx.viewer?.id) };
}

/** Moved or renamed: by its performer to the stage's managers, by a manager to its performer. */
export async function tellOfChange(ctx: AppContext, set: SetRow, change: SetChange): Promise<void> {
  const isMoved = set.startsAt !== change.startsAt || set.endsAt !== change.endsAt;
  if (!isMoved && set.name === change.name) return;
  const what = isMoved ? `moved to ${timeOf(change.startsAt)}` : `renamed to “${change.name}”`;
  const revision = set.revision + 1;
  await tellOfSet(ctx, set, `was ${what}`, `set:${set.id}:changed:${revision}`);
}

export async function tellOfCancel(ctx: AppContext, set: SetRow, count: number): Promise<void> {
  const weeks = count > 1 ? ` for ${count} weeks` : "";
  await tellOfSet(ctx, set, `at ${timeOf(set.startsAt)} was cancelled${weeks}`, `set:${set.id}:cancelled`);
}

export async function tellOfEnd(ctx: AppContext, set: SetRow): Promise<void> {
  await tellOfSet(ctx, set, "was ended before its time", `set:${set.id}:ended`);
}

async function tellOfSet(ctx: AppContext, set: SetRow, what: string, key: string): Promise<void> {
  const viewer = requireViewer(ctx);
  const toPerformer = set.performerId !== viewer.id;
  const ids = toPerformer ? [set.performerId] : await listManagerIds(ctx.db, set.stageId);
  const whose = toPerformer ? "Your set" : `The set of ${set.performerName}`;
  const url = toPerformer ? "/djs" : managedStagePath(set.stageId);
  await tellOfBooking(ctx, ids, { message: `${whose} “${set.name}” ${what}.`, key, url });
}

const timeFormat = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
export const timeOf = (at: number) => `${timeFormat.format(at)} UTC`;
