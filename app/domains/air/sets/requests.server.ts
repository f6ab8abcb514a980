/** Booking as a workflow: one side asks, the other accepts or declines, and no slot is ever given twice. */
import type { AppContext } from "#app/context.ts";
import type { Series } from "#app/domains/base/time/series.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { AppError } from "#app/errors.ts";
import { logOnStage } from "../stages/log.server.ts";
import { isStageMember } from "../stages/queries/members.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { requireManagedStage, requireStage } from "../stages/require-stage.server.ts";
import { requireBookable, requireFree, writeBookedRequest, writeBooking } from "./book.server.ts";
import { decideParties, maxUnasked, maxWaiting, withSetsAhead } from "./booking-rules.ts";
import { waitingSentence } from "./booking-sentences.ts";
import type { RequestCountsView } from "./contract/request-counts.ts";
import type {
  RequestInput,
  RoomRequestsInput,
  SetRequestAnswer,
  SetRequestInput,
  SetRequestView,
} from "./contract/requests.ts";
import { defaultSetName, defaultUploadName } from "./default-names.ts";
import { notifyOfRefusedChange } from "./notify-changes.server.ts";
import {
  notifyAnswerElsewhere,
  notifyBookedElsewhere,
  notifyRequestElsewhere,
} from "./notify-elsewhere.server.ts";
import { notifyOfAnswer, notifyOfRequest } from "./notify-people.server.ts";
import { countSetsAhead } from "./queries/bookings.ts";
import {
  type Asked,
  countAsked,
  countWaitingRequests,
  insertRequest,
  listPendingRequests,
  type SetRequestRow,
  settleRequest,
} from "./queries/requests.ts";
import { findUploadDefault } from "./queries/upload-default.ts";
import { getRequest, limitRequests, requireContact, requireParty } from "./request-party.server.ts";
import { confirmChange } from "./set-changes.server.ts";
import { toSetRequestView } from "./views.ts";

/**
 * Requests a set, or books it immediately where no one has to answer. Throws the refusals of `decideParties` and
 * `decideSeries`, `slot-taken` with the weeks that are taken, `rate-limited`, `conflict` where too many wait already;
 * `not-welcome` and `you-blocked` where there is a block between the asker and everyone who would answer;
 * `stage-archived`, `stage-deleted`; `not-found` for a user who may not ask.
 */
export async function requestSet(ctx: AppContext, input: SetRequestInput): Promise<SetRequestAnswer> {
  const viewer = requireViewer(ctx);
  await limitRequests(ctx);
  const stage = await requireStage(ctx, input.room);
  if (stage.archivedAt !== null) throw new AppError("stage-archived");
  const now = ctx.clock.now();
  const isOwnRequest = input.dj === viewer.id;
  const [performer, isManager, isPerformerMember, isPerformerManager, setsAhead] = await Promise.all([
    findUser(ctx.db, input.dj),
    isStageManager(ctx.db, stage.id, viewer.id),
    isStageMember(ctx.db, stage.id, input.dj),
    isStageManager(ctx.db, stage.id, input.dj),
    countSetsAhead(ctx.db, { stageId: stage.id, performerId: input.dj, now }),
  ]);
  if (performer === undefined || performer.bannedAt !== null) throw new AppError("not-found");
  const weeks = input.weeks ?? 1;
  const parties = decideParties(withSetsAhead(stage, { setsAhead, weeks }), {
    isOwnRequest,
    isManager,
    isPerformerMember,
    isPerformerManager,
    hasPerformerPassedTest: performer.isPerformer && performer.hasPassedTest,
  });
  if (!parties.ok) throw new AppError(parties.code);
  const of = isOwnRequest ? { stageId: stage.id } : { performerId: performer.id };
  const waiting = { asked: { requestorId: viewer.id, ...of }, max: maxWaiting };
  if (!parties.isApproved) await requireFewWaiting(ctx, waiting);
  const answererIds = await requireContact(ctx, { stageId: stage.id, performerId: performer.id });

  const series: Series = {
    startsAt: input.start,
    endsAt: input.end,
    weeks,
    timeZone: input.timeZone ?? "UTC",
  };
  const wanted = { stageId: stage.id, performerId: performer.id, series };
  await requireBookable(ctx, wanted, { by: "parties", stage, isManager, now });

  const id = ctx.ids.next();
  const added = {
    id,
    stageId: stage.id,
    performerId: performer.id,
    requestorId: viewer.id,
    ...namesOf(input, series),
    description: input.description ?? "",
    ...series,
    mixcloud: (isOwnRequest ? input.mixcloud : null) ?? (await findUploadDefault(ctx.db, performer.id)),
    createdAt: now,
  };
  if (parties.isApproved) {
    const setIds = await writeBookedRequest(ctx, added, isPerformerManager ? null : maxUnasked);
    if (setIds !== undefined)
      return answerBooked(ctx, await getRequest(ctx, id), { setIds, outcome: "booked", at: now });
    await requireFree(ctx, wanted, "parties");
    // As many sets as need no answer were booked meanwhile: these wait for one.
  }
  if (!(await insertRequest(ctx.db, added, waiting))) {
    await requireFewWaiting(ctx, waiting);
    throw new AppError("no-schedule");
  }
  const request = await getRequest(ctx, id);
  await notifyOfRequest(ctx, request, answererIds);
  notifyRequestElsewhere(ctx, request);
  const isOverMax = isOwnRequest && stage.hasAutoApprove && !isPerformerManager;
  const message = isOverMax
    ? waitingSentence(await countSetsAhead(ctx.db, { stageId: stage.id, performerId: performer.id, now }))
    : "Set request sent";
  return { ...toSetRequestView(request), type: "confirm", message };
}

async function requireFewWaiting(
  { db, clock }: Pick<AppContext, "clock" | "db">,
  { asked, max }: { asked: Asked; max: number },
): Promise<void> {
  if ((await countAsked(db, asked, clock.now())) >= max)
    throw new AppError("conflict", {
      message: "Too many of your requests to them wait for an answer. Withdraw one first.",
    });
}

/** The names of the set and of its upload, as given or after the day it is played. */
function namesOf({ name, mixcloudName }: SetRequestInput, { startsAt, timeZone }: Series) {
  return {
    name: name || defaultSetName(startsAt, timeZone),
    mixcloudName: mixcloudName || defaultUploadName(name ?? "", startsAt, timeZone),
  };
}

/**
 * Accepts the other party's request. A series is booked completely or not at all. Throws `slot-taken` with the weeks
 * that are taken, `request-settled`, `request-expired`; for a change of a booked set what `confirmChange` throws;
 * `not-found` for everyone else, including the one who asked.
 */
export async function acceptSetRequest(ctx: AppContext, input: RequestInput): Promise<SetRequestAnswer> {
  const { request, side } = await requireParty(ctx, input);
  if (side === "requestor") throw new AppError("not-found");
  return request.kind === "booking" ? confirm(ctx, request) : confirmChange(ctx, request);
}

/** Declines the other party's request, or withdraws one's own. Throws `request-settled`; `not-found` for others. */
export async function declineSetRequest(ctx: AppContext, input: RequestInput): Promise<SetRequestAnswer> {
  const { request, side } = await requireParty(ctx, input);
  const status = side === "requestor" ? "cancelled" : "declined";
  const now = ctx.clock.now();
  if (!(await settleRequest(ctx.db, request.id, status, now))) throw new AppError("request-settled");
  const isBooking = request.kind === "booking";
  const action = isBooking ? "request-declined" : "move-declined";
  if (side === "stage") await logOnStage(ctx, request.stage.id, action, detailsOf(request));
  await (isBooking ? notifyOfAnswer : notifyOfRefusedChange)(ctx, request, status);
  if (isBooking && status === "declined") notifyAnswerElsewhere(ctx, request, { isAccepted: false, at: now });
  const message = status === "declined" ? "Set request declined" : "Set request cancelled";
  return { ...toSetRequestView({ ...request, status }), type: "confirm", message };
}

/** Requests about the viewer as a performer that wait for an answer, made by them or by a stage. */
export async function listMyRequests(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
): Promise<SetRequestView[]> {
  const { id } = requireViewer(ctx);
  const rows = await listPendingRequests(ctx.db, { performerId: id }, ctx.clock.now());
  return rows.map(toSetRequestView);
}

/** Counts the requests that wait for the viewer's own answer. */
export async function countRequests(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
): Promise<RequestCountsView> {
  return countWaitingRequests(ctx.db, requireViewer(ctx).id, ctx.clock.now());
}

/** Requests of a stage that wait for an answer. Managers of it only; `not-found` for others. */
export async function listStageRequests(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: RoomRequestsInput,
): Promise<SetRequestView[]> {
  const stage = await requireManagedStage(ctx, input.room);
  const rows = await listPendingRequests(ctx.db, { stageId: stage.id }, ctx.clock.now());
  return rows.map(toSetRequestView);
}

async function confirm(ctx: AppContext, request: SetRequestRow): Promise<SetRequestAnswer> {
  const now = ctx.clock.now();
  if (request.status !== "pending") throw new AppError("request-settled");
  if (request.startsAt <= now) throw new AppError("request-expired");
  const stageId = request.stage.id;
  const setIds = await writeBooking(ctx, { requestId: request.id }, { stageId, series: request, now });
  if (setIds === undefined) {
    // Report which of the two it was: an earlier answer, or a slot that someone else got.
    const { status } = await getRequest(ctx, request.id);
    if (status !== "pending") throw new AppError("request-settled");
    const wanted = { stageId, performerId: request.performer.id, series: request };
    await requireFree(ctx, wanted, "parties");
    throw new AppError("conflict");
  }
  return answerBooked(ctx, request, { setIds, outcome: "accepted", at: now });
}

/** Tells everyone that a request has become these sets, by an answer or without one, and returns it. */
async function answerBooked(
  ctx: AppContext,
  request: SetRequestRow,
  { setIds, outcome, at }: { setIds: readonly string[]; outcome: "accepted" | "booked"; at: number },
): Promise<SetRequestAnswer> {
  const { performer, stage, name, startsAt, endsAt } = request;
  await logOnStage(ctx, stage.id, "request-accepted", detailsOf(request));
  await notifyOfAnswer(ctx, request, outcome, at);
  if (outcome === "accepted") notifyAnswerElsewhere(ctx, request, { isAccepted: true, at });
  const set = { id: setIds[0] ?? request.id, name, startsAt, endsAt };
  notifyBookedElsewhere(ctx, { performer, stage, set });
  return {
    ...toSetRequestView({ ...request, status: "accepted" }),
    type: "confirm",
    message: "Set confirmed",
  };
}

export const detailsOf = (request: SetRequestRow) => ({
  set: request.name,
  performer: request.performer.username,
  weeks: String(request.weeks),
});
