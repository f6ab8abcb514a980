/** Notices about requests and sets: always to the other side, never to the user who acted. */
import type { AppContext } from "#app/context.ts";
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { notifyOfBooking, withdrawNotice } from "#app/domains/people/notifications/tell.server.ts";
import { managedStagePath } from "#app/paths.ts";
import {
  answerSentence,
  changeNews,
  type SetNews,
  setSentence,
  undoneSentence,
} from "./booking-sentences.ts";
import { listManagerIds, type SetRequestRow } from "./queries/requests.ts";
import type { SetChange, SetRow } from "./queries/sets.ts";

/** Requested: notifies those who can answer. */
export async function notifyOfRequest(
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
  await notifyOfBooking(ctx, ids, { message, key: `request:${id}`, url });
}

/**
 * Accepted, declined, withdrawn by those who had asked, or booked immediately where no one had to answer. `at`: the
 * request's `settledAt`, where that was written.
 */
export async function notifyOfAnswer(
  ctx: AppContext,
  request: SetRequestRow,
  outcome: "accepted" | "declined" | "cancelled" | "booked",
  at = ctx.clock.now(),
): Promise<void> {
  const { id, stage } = request;
  const { toPerformer, ids } = await otherSideOf(ctx, request);
  const message = answerSentence(bookingOf(request), outcome, toPerformer);
  const url = toPerformer ? "/djs" : managedStagePath(stage.id);
  await notifyOfBooking(ctx, ids, { message, key: answerKey(id, outcome, at), url });
}

/** A request can be accepted again after it was undone: each answer has a separate notice. */
const answerKey = (id: string, outcome: string, at: number) => `request:${id}:${outcome}:${at}`;

/**
 * An acceptance was undone: the users who were notified of it are notified that it waits again. The notice of the
 * acceptance is withdrawn, unless it is still true of the other weeks.
 */
export async function notifyOfUndo(
  ctx: AppContext,
  request: SetRequestRow,
  { isWhole, weeks, startsAt }: { isWhole: boolean; weeks: number; startsAt: number },
): Promise<void> {
  const { id, stage, performer, settledAt } = request;
  const { toPerformer, ids } = await otherSideOf(ctx, request);
  if (isWhole && settledAt !== null) {
    // Managers were notified of what was booked without an answer.
    const told = [performer.id, ...(await listManagerIds(ctx.db, stage.id))];
    for (const outcome of ["accepted", "booked"])
      await withdrawNotice(ctx, told, answerKey(id, outcome, settledAt));
  }
  const undone = isWhole ? "all" : weeks > 1 ? { weeks } : { time: utcTime(startsAt) };
  const message = undoneSentence(bookingOf(request), undone, toPerformer);
  const url = toPerformer ? "/djs" : managedStagePath(stage.id);
  await notifyOfBooking(ctx, ids, { message, key: answerKey(id, "undone", ctx.clock.now()), url });
}

const bookingOf = ({ name, stage, performer }: SetRequestRow) => ({
  name,
  stageName: stage.name,
  performerName: performer.username,
});

async function otherSideOf(ctx: Pick<AppContext, "db" | "viewer">, { performer, stage }: SetRequestRow) {
  const toPerformer = performer.id !== requireViewer(ctx).id;
  const ids = toPerformer ? [performer.id] : await listManagerIds(ctx.db, stage.id);
  return { toPerformer, ids: ids.filter((id) => id !== ctx.viewer?.id) };
}

/**
 * Moved, longer, shorter or renamed: by its performer, which notifies the stage's managers, or by a manager, which notifies its
 * performer.
 */
export async function notifyOfChange(ctx: AppContext, set: SetRow, change: SetChange): Promise<void> {
  const news = changeNews(set, change);
  if (news === null) return;
  await notifyOfSet(ctx, set, news, `set:${set.id}:changed:${set.revision + 1}`);
}

export async function notifyOfCancel(ctx: AppContext, set: SetRow, weeks: number): Promise<void> {
  const news = { what: "cancelled", time: utcTime(set.startsAt), weeks } as const;
  await notifyOfSet(ctx, set, news, `set:${set.id}:cancelled`);
}

export async function notifyOfEnd(
  ctx: AppContext,
  set: SetRow,
  { isKick, isPastEnd }: { isKick: boolean; isPastEnd: boolean },
): Promise<void> {
  const news: SetNews = isKick ? { what: "kicked" } : { what: "ended", isPastEnd };
  await notifyOfSet(ctx, set, news, `set:${set.id}:ended`);
}

async function notifyOfSet(ctx: AppContext, set: SetRow, news: SetNews, key: string): Promise<void> {
  const toPerformer = set.performerId !== requireViewer(ctx).id;
  const ids = toPerformer ? [set.performerId] : await listManagerIds(ctx.db, set.stageId);
  const url = toPerformer ? "/djs" : managedStagePath(set.stageId);
  await notifyOfBooking(ctx, ids, { message: setSentence(set, news, toPerformer), key, url });
}
