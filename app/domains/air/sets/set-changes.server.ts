/** Changes of a booked set that need consent: another time needs the managers', another performer theirs. */
import type { AppContext } from "#app/context.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { AppError } from "#app/errors.ts";
import { logOnStage } from "../stages/log.server.ts";
import { isStageMember } from "../stages/queries/members.ts";
import { findStage, isStageManager } from "../stages/queries/stages.ts";
import { slotTaken } from "./book.server.ts";
import { decideParties } from "./booking-rules.ts";
import type { SetRequestAnswer } from "./contract/requests.ts";
import {
  notifyOfAcceptedChange,
  notifyOfDropped,
  notifyOfMoveRequest,
  notifyOfOffer,
} from "./notify-changes.server.ts";
import { notifyStage } from "./notify-stage.server.ts";
import { findRequest, listManagerIds, type SetRequestRow } from "./queries/requests.ts";
import { acceptChange, dropOutdated, insertChange } from "./queries/set-changes.ts";
import { findSetOfAnyStatus, listPerformerSetsBetween, type SetRow } from "./queries/sets.ts";
import { findUploadDefault } from "./queries/upload-default.ts";
import { getRequest, limitRequests, requireContact, requireStageContact } from "./request-party.server.ts";
import { toSetRequestView } from "./views.ts";

/**
 * Asks the managers of its stage for another time of the viewer's own set; until one of them has accepted, it stays
 * unchanged. Throws `change-waiting`, `rate-limited`, and what `requireContact` throws.
 */
export async function requestMove(ctx: AppContext, set: SetRow, wanted: Slot): Promise<void> {
  const { id } = requireViewer(ctx);
  const answererIds = await requireContact(ctx, { stageId: set.stageId, performerId: id });
  const request = await insert(ctx, set, { kind: "move", performerId: id, ...wanted });
  await notifyOfMoveRequest(ctx, request, answererIds);
}

/** An offer of a set, by a manager of its stage or by its performer. */
export interface Offer {
  substituteId: string;
  /** The user who offers it. */
  byId: string;
  isByManager: boolean;
}

/**
 * Offers a set to another performer, who plays it once they have accepted; managers who name themselves play it
 * immediately. Throws what `requireSubstitute` throws, `change-waiting`, `rate-limited`.
 */
export async function offerSet(ctx: AppContext, set: SetRow, offer: Offer): Promise<void> {
  const viewer = requireViewer(ctx);
  const performerId = offer.substituteId;
  const { startsAt, endsAt } = set;
  const request = await insert(ctx, set, { kind: "substitute", performerId, startsAt, endsAt });
  if (performerId === viewer.id) await confirmChange(ctx, request);
  else await notifyOfOffer(ctx, request);
}

async function insert(
  ctx: AppContext,
  set: SetRow,
  change: Slot & { kind: "move" | "substitute"; performerId: string },
): Promise<SetRequestRow> {
  const viewer = requireViewer(ctx);
  await limitRequests(ctx);
  const id = ctx.ids.next();
  const { kind, performerId, startsAt, endsAt } = change;
  const now = ctx.clock.now();
  const added = { id, kind, performerId, requestorId: viewer.id, startsAt, endsAt, now };
  if (!(await insertChange(ctx.db, set, added))) throw new AppError("change-waiting");
  return getRequest(ctx, id);
}

/**
 * The conditions for a substitute: the same as for booking the set. Throws `not-found`, `set-begun`, the refusals of
 * `decideParties`, `slot-taken` where they play elsewhere then, `not-welcome` and `you-blocked` as `requireContact`.
 */
export async function requireSubstitute(ctx: AppContext, set: SetRow, offer: Offer): Promise<void> {
  const viewer = requireViewer(ctx);
  const { substituteId, isByManager } = offer;
  const { stageId, startsAt, endsAt } = set;
  if (startsAt <= ctx.clock.now())
    throw new AppError("set-begun", { message: "This set has started: no one else can take it over." });
  const [stage, substitute, isPerformerMember, isPerformerManager, elsewhere] = await Promise.all([
    findStage(ctx.db, stageId),
    findUser(ctx.db, substituteId),
    isStageMember(ctx.db, stageId, substituteId),
    isStageManager(ctx.db, stageId, substituteId),
    listPerformerSetsBetween(ctx.db, { performerId: substituteId, startsAt, endsAt }),
  ]);
  if (stage === undefined || substitute === undefined || substitute.bannedAt !== null)
    throw new AppError("not-found");
  const isSelf = substituteId === viewer.id;
  const parties = decideParties(stage, {
    isOwnRequest: !isByManager,
    isManager: isByManager,
    isPerformerMember,
    isPerformerManager,
    hasPerformerPassedTest: substitute.isPerformer && substitute.hasPassedTest,
  });
  if (!parties.ok) {
    const isOutside = parties.code === "members-only" && !isSelf;
    throw new AppError(
      parties.code,
      isOutside ? { message: `${substitute.username} is not a member of this stage.` } : {},
    );
  }
  await requireReachable(ctx, { stageId, byId: offer.byId }, substitute);
  if (elsewhere.length > 0) {
    const slot = { startsAt, endsAt };
    throw await slotTaken(ctx, { setId: set.id, stageId, performerId: substituteId, slot });
  }
}

/** Requires that there is no block between the two, nor between the substitute and all managers of the stage. */
async function requireReachable(
  ctx: AppContext,
  { stageId, byId }: { stageId: string; byId: string },
  substitute: { id: string; username: string },
): Promise<void> {
  const viewer = requireViewer(ctx);
  const other = substitute.id === viewer.id ? byId : substitute.id;
  if (other !== viewer.id) await requireContact(ctx, { stageId, performerId: other });
  try {
    await requireStageContact(ctx, { stageId, performerId: substitute.id });
  } catch (error) {
    if (substitute.id === viewer.id || !(error instanceof AppError)) throw error;
    // Which of them has blocked the other stays private.
    throw new AppError("not-welcome", { message: `${substitute.username} cannot play on this stage.` });
  }
}

/**
 * Accepts a change. Throws `request-settled`, `request-expired`, `set-over`, `slot-taken`, and for a substitute what
 * `requireSubstitute` throws.
 */
export async function confirmChange(ctx: AppContext, request: SetRequestRow): Promise<SetRequestAnswer> {
  const { id, kind, setId, startsAt, endsAt, performer } = request;
  const set = setId === null ? undefined : await findSetOfAnyStatus(ctx.db, setId);
  const now = ctx.clock.now();
  if (request.status !== "pending") throw new AppError("request-settled");
  if (set === undefined || set.status === "cancelled") throw new AppError("set-over");
  if (Math.min(set.startsAt, startsAt) <= now) throw new AppError("request-expired");
  if (kind === "substitute") {
    const byId = request.requestor.id;
    const isByManager = await isStageManager(ctx.db, set.stageId, byId);
    await requireSubstitute(ctx, set, { substituteId: performer.id, byId, isByManager });
  }
  const changed = { id, setId: set.id, startsAt, endsAt, performerId: performer.id };
  const by = { changedAt: now, changedById: requireViewer(ctx).id };
  const upload = kind === "substitute" ? await uploadOf(ctx, performer.id) : {};
  if (!(await acceptChange(ctx.db, changed, { ...by, ...upload }))) throw await refusedChange(ctx, request);
  await logChange(ctx, set, request);
  await notifyStage(ctx, set.stageId);
  await notifyOfAcceptedChange(ctx, request, await listManagerIds(ctx.db, set.stageId));
  return {
    ...toSetRequestView({ ...request, status: "accepted" }),
    type: "confirm",
    message: "Set confirmed",
  };
}

/** An upload goes to the account of the performer: their own setting decides. */
async function uploadOf(ctx: Pick<AppContext, "db">, performerId: string): Promise<{ mixcloud: boolean }> {
  return { mixcloud: await findUploadDefault(ctx.db, performerId) };
}

/** The reason why a waiting change could no longer be made when it was written. */
async function refusedChange(
  ctx: Pick<AppContext, "db" | "viewer">,
  request: SetRequestRow,
): Promise<AppError> {
  const [now, set] = await Promise.all([
    findRequest(ctx.db, request.id),
    findSetOfAnyStatus(ctx.db, request.setId ?? ""),
  ]);
  if (now?.status !== "pending") return new AppError("request-settled");
  if (set === undefined || set.status === "cancelled") return new AppError("set-over");
  const isStillSo = set.startsAt === request.fromStartsAt && set.endsAt === request.fromEndsAt;
  if (!isStillSo) return new AppError("request-settled");
  const { startsAt, endsAt } = request;
  return slotTaken(ctx, {
    setId: set.id,
    stageId: set.stageId,
    performerId: request.performer.id,
    slot: { startsAt, endsAt },
  });
}

async function logChange(ctx: AppContext, set: SetRow, request: SetRequestRow): Promise<void> {
  if (request.kind === "substitute") {
    const details = { set: set.name, performer: set.performerName, substitute: request.performer.username };
    await logOnStage(ctx, set.stageId, "set-taken-over", details);
    return;
  }
  const between = (before: number, after: number) =>
    `${new Date(before).toISOString()} → ${new Date(after).toISOString()}`;
  await logOnStage(ctx, set.stageId, "set-changed", {
    set: set.name,
    performer: set.performerName,
    ...(set.startsAt !== request.startsAt && { start: between(set.startsAt, request.startsAt) }),
    ...(set.endsAt !== request.endsAt && { end: between(set.endsAt, request.endsAt) }),
  });
}

/**
 * Withdraws waiting requests about a set that was moved, cancelled or handed over, and notifies those who were asked to
 * play it.
 */
export async function dropOutdatedChanges(
  ctx: AppContext,
  stage: { stageId: string; stageName: string },
): Promise<void> {
  const dropped = await dropOutdated(ctx.db, stage, ctx.clock.now());
  await notifyOfDropped(ctx, stage.stageName, dropped);
}
