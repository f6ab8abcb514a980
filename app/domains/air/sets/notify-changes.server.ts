/**
 * Notices when a set changes by agreement: to everyone concerned except the user who did it. Only that user's name is
 * in a notice, which is deleted with their account.
 */
import type { AppContext } from "#app/context.ts";
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { notifyOfBooking } from "#app/domains/people/notifications/tell.server.ts";
import { managedStagePath, ownSetPath } from "#app/paths.ts";
import { movedSentence, moveRequestSentence } from "./booking-sentences.ts";
import { listManagerIds, type SetRequestRow } from "./queries/requests.ts";
import type { DroppedChange } from "./queries/set-changes.ts";

/** A performer asks for another time: notifies the managers who can be contacted. */
export async function notifyOfMoveRequest(
  ctx: AppContext,
  request: SetRequestRow,
  ids: readonly string[],
): Promise<void> {
  const { id, stage, performer } = request;
  const message = moveRequestSentence(moveOf(request), performer.username);
  await notifyOfBooking(ctx, ids, { message, key: `request:${id}`, url: managedStagePath(stage.id) });
}

/** A set is offered to a substitute: notifies them, so that they can answer, and its performer and the managers. */
export async function notifyOfOffer(ctx: AppContext, request: SetRequestRow): Promise<void> {
  const { id, stage, name, performer, startsAt } = request;
  const { username } = requireViewer(ctx);
  const key = `request:${id}`;
  const asked = `${username} asks you to play “${name}” on ${stage.name} in place of its performer, ${utcTime(startsAt)}.`;
  await notifyOfBooking(ctx, [performer.id], { message: asked, key, url: "/djs" });
  const message = `${username} offered “${name}” on ${stage.name} to a substitute.`;
  await notifyOwners(ctx, request, message, key);
}

/** Accepted: notifies the performer of a move; of a substitute, the previous performer and the managers. */
export async function notifyOfAcceptedChange(
  ctx: AppContext,
  request: SetRequestRow,
  managerIds: readonly string[],
): Promise<void> {
  const { id, kind, setId, stage, name, performer, playerId, startsAt } = request;
  const key = `request:${id}:accepted`;
  if (kind === "move") {
    const message = movedSentence(moveOf(request));
    await notifyOfBooking(ctx, [performer.id], { message, key, url: urlOf(setId) });
    return;
  }
  const message = `${performer.username} takes over “${name}” on ${stage.name}, ${utcTime(startsAt)}.`;
  if (playerId !== null) await notifyOfBooking(ctx, [playerId], { message, key, url: "/djs" });
  const managers = managerIds.filter((manager) => manager !== playerId);
  await notifyOfBooking(ctx, managers, { message, key, url: managedStagePath(stage.id) });
}

/**
 * Declined by those who were asked, or withdrawn by those who had asked: notifies the other side, and those who look
 * on.
 */
export async function notifyOfRefusedChange(
  ctx: AppContext,
  request: SetRequestRow,
  outcome: "declined" | "cancelled",
): Promise<void> {
  const { id, kind, setId, stage, name, performer } = request;
  const { username } = requireViewer(ctx);
  const key = `request:${id}:${outcome}`;
  const isDeclined = outcome === "declined";
  if (kind === "substitute") {
    const message = isDeclined
      ? `${username} will not take over “${name}” on ${stage.name}.`
      : `${username} withdrew the offer of “${name}” on ${stage.name}.`;
    if (!isDeclined) await notifyOfBooking(ctx, [performer.id], { message, key, url: "/djs" });
    await notifyOwners(ctx, request, message, key);
    return;
  }
  if (isDeclined) {
    const message = `Your set “${name}” on ${stage.name} stays at ${utcTime(oldStart(request))}: the new time was declined.`;
    await notifyOfBooking(ctx, [performer.id], { message, key, url: urlOf(setId) });
    return;
  }
  const message = `${username} withdrew the request to move “${name}” on ${stage.name}.`;
  const managerIds = await listManagerIds(ctx.db, stage.id);
  await notifyOfBooking(ctx, managerIds, { message, key, url: managedStagePath(stage.id) });
}

/** A set was moved, cancelled or handed over while a substitute still had to answer. */
export async function notifyOfDropped(
  ctx: AppContext,
  stageName: string,
  dropped: readonly DroppedChange[],
): Promise<void> {
  for (const { id, kind, name, performerId } of dropped) {
    if (kind !== "substitute") continue;
    const message = `“${name}” on ${stageName} is no longer offered to you: the set has changed.`;
    await notifyOfBooking(ctx, [performerId], { message, key: `request:${id}:cancelled`, url: "/djs" });
  }
}

/** Notifies its performer and the managers of its stage, each with a link to their page. */
async function notifyOwners(
  ctx: AppContext,
  { setId, stage, performer, playerId }: SetRequestRow,
  message: string,
  key: string,
): Promise<void> {
  const managers = await listManagerIds(ctx.db, stage.id);
  if (playerId !== null) await notifyOfBooking(ctx, [playerId], { message, key, url: urlOf(setId) });
  const others = managers.filter((id) => id !== playerId && id !== performer.id);
  await notifyOfBooking(ctx, others, { message, key, url: managedStagePath(stage.id) });
}

const oldStart = ({ fromStartsAt, startsAt }: SetRequestRow) => fromStartsAt ?? startsAt;

const moveOf = (request: SetRequestRow) => ({
  name: request.name,
  stageName: request.stage.name,
  fromStartsAt: oldStart(request),
  startsAt: request.startsAt,
  endsAt: request.endsAt,
});

/** A deleted set has no page. */
const urlOf = (setId: string | null) => (setId === null ? "/djs" : ownSetPath(setId));
