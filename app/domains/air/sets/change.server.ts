import type { AppContext } from "#app/context.ts";
import { discardPictures, keepPicture } from "#app/domains/base/pictures/keep.server.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { decideTags } from "#app/domains/people/people/rules.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { presentSet } from "../schedule/present.server.ts";
import { logOnStage } from "../stages/log.server.ts";
import { slotTaken } from "./book.server.ts";
import { decideEnd, decideMove } from "./booking-rules.ts";
import type { CancelSetInput, EndSetInput, SetChangeView, UpdateSetInput } from "./contract/changes.ts";
import { bookingLimits } from "./contract/requests.ts";
import { notifyOfCancel, notifyOfChange, notifyOfEnd } from "./notify-people.server.ts";
import { notifyStage } from "./notify-stage.server.ts";
import { canMove, lastChangeOf, type OwnSet, requireOwnSet } from "./own-set.server.ts";
import { endSetNow } from "./queries/end-set.ts";
import {
  cancelSets,
  findSetOfAnyStatus,
  listStageSetsBetween,
  type SetChange,
  type SetRow,
  updateSetIfFree,
} from "./queries/sets.ts";
import {
  dropOutdatedChanges,
  type Offer,
  offerSet,
  requestMove,
  requireSubstitute,
} from "./set-changes.server.ts";

/**
 * Removes a set from the schedule, and the later weeks of its series where requested, even while it is on: the stage
 * releases its performer immediately. Throws `set-over`; `not-found` for a user who is neither its performer nor a
 * manager of its stage.
 */
export async function cancelSet(ctx: AppContext, input: CancelSetInput): Promise<SetChangeView> {
  const { set } = await requireOwnSet(ctx, input.set);
  if (set.status === "cancelled") throw new AppError("set-over");
  const { id, requestId, performerId, startsAt } = set;
  const which = input.rest && requestId !== null ? { requestId, performerId, from: startsAt } : { id };
  const count = await cancelSets(ctx.db, which, changerOf(ctx));
  if (count === 0) throw new AppError("set-over");
  await logOnStage(ctx, set.stageId, "set-cancelled", {
    set: set.name,
    performer: set.performerName,
    ...(count > 1 && { weeks: String(count) }),
  });
  await notifyStage(ctx, set.stageId);
  await notifyOfCancel(ctx, set, count);
  await dropOutdatedChanges(ctx, set);
  const message = count > 1 ? `Set cancelled for ${count} weeks` : "Set cancelled";
  return { ...(await presentSet(ctx, set)), type: "confirm", message };
}

/**
 * Ends a set that is on, also past its end: its stage continues with what comes next, and the performer's encoder, which
 * may still run, is heard by them alone. A manager can also start the stage's next set now, or disconnect the
 * performer's encoder. Throws `set-over`, `set-not-on` before its start; `not-found` as `cancelSet`, and where a
 * performer asks for what is a manager's.
 */
export async function endSet(ctx: AppContext, input: EndSetInput): Promise<SetChangeView> {
  const { set, isManager } = await requireOwnSet(ctx, input.set);
  const isKick = input.kick === true;
  if (!isManager && (isKick || input.startNext === true)) throw new AppError("not-found");
  const changer = changerOf(ctx);
  const now = changer.changedAt;
  // Past its end it keeps its time.
  const isPastEnd = set.endsAt <= now && (await presentSet(ctx, set)).state?.isPastEnd === true;
  requireOk(decideEnd(set, { isPastEnd, now }));
  if (!isPastEnd && !(await endSetNow(ctx.db, set.id, changer))) throw new AppError("set-over");
  const action = isKick ? "performer-kicked" : "set-ended";
  await logOnStage(ctx, set.stageId, action, { set: set.name, performer: set.performerName });
  // The stage first: one that does not know that the set is over would take the encoder again.
  await notifyStage(ctx, set.stageId);
  try {
    await ctx.media.endSet(set.performerId, set.id);
    // Its password stays valid: an encoder that reconnects is heard by its performer alone.
    if (isKick && set.mount !== null) await ctx.media.revoke(set.mount, "ended");
  } catch (error) {
    // Nothing else takes a set that is past its end off the air.
    if (isPastEnd) throw error;
    ctx.log.error("encoder-not-held", { set: set.id, reason: String(error) });
  }
  await notifyOfEnd(ctx, set, { isKick, isPastEnd });
  const message = input.startNext === true ? await startNext(ctx, set, changer) : "Set ended";
  const ended = await presentSet(ctx, { ...set, endsAt: Math.min(set.endsAt, now) });
  return { ...ended, type: "confirm", message: isKick ? `${set.performerName} is off the air` : message };
}

/** Starts the stage's next set now, if it is to start soon and its performer plays nowhere else until then. */
async function startNext(
  ctx: AppContext,
  { stageId }: SetRow,
  changer: ReturnType<typeof changerOf>,
): Promise<string> {
  const now = changer.changedAt;
  const sets = await listStageSetsBetween(ctx.db, {
    stageId,
    from: now,
    until: now + bookingLimits.advanceMs,
    limit: 2,
  });
  const next = sets.find(({ startsAt }) => startsAt > now);
  if (next === undefined) return "Set ended";
  const change: SetChange = { ...next, startsAt: now };
  const isStarted = await updateSetIfFree(ctx.db, next, { ...columnsOf(change), ...changer });
  if (!isStarted) return `Set ended. “${next.name}” starts as scheduled`;
  await logOnStage(ctx, stageId, "set-changed", namesOf(next, change));
  await notifyStage(ctx, stageId);
  await notifyOfChange(ctx, next, change);
  return `“${next.name}” starts now`;
}

/** The columns of a set that a change writes. */
function columnsOf(set: SetChange): SetChange {
  const { name, description, startsAt, endsAt, mixcloud, mixcloudName, picture, tags } = set;
  return { name, description, startsAt, endsAt, mixcloud, mixcloudName, picture, tags };
}

/**
 * Changes a set. A time that the viewer may not change is requested from the managers of its stage, and another
 * performer has to accept it first: until then the set stays unchanged. Throws the refusals of `decideMove` and
 * `requireSubstitute`, `slot-taken`, `change-waiting`, `conflict` with the name of the user who changed it since the
 * revision that the caller has seen; `not-found` as `cancelSet`.
 */
export async function updateSet(ctx: AppContext, input: UpdateSetInput): Promise<SetChangeView> {
  const own = await requireOwnSet(ctx, input.set);
  const { set } = own;
  if (set.status === "cancelled") throw new AppError("set-over");
  if (input.revision != null && input.revision !== set.revision) throw await changedMeanwhile(ctx, set);
  const wanted = { startsAt: input.start ?? set.startsAt, endsAt: input.end ?? set.endsAt };
  const mayMove = await canMove(ctx, own);
  requireOk(decideMove(set, wanted, { mayMove, isManager: own.isManager, now: ctx.clock.now() }));
  const isMoved = wanted.startsAt !== set.startsAt || wanted.endsAt !== set.endsAt;
  const isMoveAsked = isMoved && !mayMove;
  const time = isMoveAsked ? { startsAt: set.startsAt, endsAt: set.endsAt } : wanted;
  const offer = offerOf(ctx, own, input);
  if (isMoveAsked && offer !== null) throw new AppError("bad-input", { message: oneAtATime });
  if (offer !== null) await requireSubstitute(ctx, { ...set, ...time }, offer);

  const isAsked = isMoveAsked || offer !== null;
  const changed =
    isAsked && !isChangedAtOnce(set, input, time) ? set : await change(ctx, set, { ...input, ...time });
  if (isMoveAsked) await requestMove(ctx, changed, wanted);
  if (offer !== null) await offerSet(ctx, changed, offer);
  return {
    ...(await presentSet(ctx, changed)),
    type: "confirm",
    message: isAsked ? "Set request sent" : "Set updated",
  };
}

const oneAtATime = "Request another time or another performer, not both.";

/** The performer to whom a set is to be offered; null where it names its present performer, or no one. */
function offerOf(
  ctx: Pick<AppContext, "viewer">,
  { set, isManager }: OwnSet,
  { user }: UpdateSetInput,
): Offer | null {
  if (user == null || user === set.performerId) return null;
  return { substituteId: user, byId: requireViewer(ctx).id, isByManager: isManager };
}

const isChangedAtOnce = (set: SetRow, input: UpdateSetInput, time: Slot) =>
  time.startsAt !== set.startsAt ||
  time.endsAt !== set.endsAt ||
  input.picture !== undefined ||
  [input.name, input.description, input.tags, input.mixcloud, input.mixcloudName].some(
    (value) => value != null,
  );

async function change(ctx: AppContext, set: SetRow, input: UpdateSetInput & Slot): Promise<SetRow> {
  const tags = decideTags(input.tags ?? set.tags);
  if (!tags.ok) throw new AppError(tags.code);
  const viewer = requireViewer(ctx);
  // With its performer's account it is deleted, whoever has chosen it.
  const wanted = { kind: "thumbnail", ownerId: set.performerId } as const;
  const picture =
    input.picture == null
      ? input.picture
      : await keepPicture(ctx, viewer, { dataUrl: input.picture, ...wanted });
  const change: SetChange = {
    name: input.name ?? set.name,
    description: input.description ?? set.description,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    // The account is the performer's: no one else sends their sets there.
    mixcloud: (set.performerId === viewer.id ? input.mixcloud : null) ?? set.mixcloud,
    mixcloudName: input.mixcloudName ?? set.mixcloudName,
    picture: picture === undefined ? set.picture : picture,
    tags: tags.tags,
  };
  if (!(await updateSetIfFree(ctx.db, set, { ...change, ...changerOf(ctx) }))) {
    if (picture != null) await discardPictures(ctx, [picture]);
    throw await refusedUpdate(ctx, set, change);
  }
  if (picture !== undefined && set.picture !== null) await discardPictures(ctx, [set.picture]);
  await logOnStage(ctx, set.stageId, "set-changed", namesOf(set, change));
  await notifyStage(ctx, set.stageId);
  await notifyOfChange(ctx, set, change);
  await dropOutdatedChanges(ctx, set);
  return { ...set, ...change };
}

const changerOf = (ctx: AppContext) => ({
  changedAt: ctx.clock.now(),
  changedById: requireViewer(ctx).id,
});

/** The reason why a set could no longer be changed when it was written. */
async function refusedUpdate(
  ctx: Pick<AppContext, "db" | "viewer">,
  read: SetRow,
  slot: Slot,
): Promise<AppError> {
  const set = await findSetOfAnyStatus(ctx.db, read.id);
  if (set === undefined || set.status === "cancelled") return new AppError("set-over");
  const { id, stageId, performerId } = set;
  return set.revision === read.revision
    ? slotTaken(ctx, { setId: id, stageId, performerId, slot })
    : changedMeanwhile(ctx, set);
}

async function changedMeanwhile(ctx: Pick<AppContext, "db">, set: SetRow): Promise<AppError> {
  const by = (await lastChangeOf(ctx, set))?.by;
  return new AppError(
    "conflict",
    by == null ? {} : { message: `${by.username} changed this set in the meantime.` },
  );
}

/** Returns what was changed, before and after, in words and UTC times. */
function namesOf(set: SetRow, change: SetChange): Record<string, string> {
  const entries: [string, string | number, string | number][] = [
    ["name", set.name, change.name],
    ["description", set.description, change.description],
    ["start", new Date(set.startsAt).toISOString(), new Date(change.startsAt).toISOString()],
    ["end", new Date(set.endsAt).toISOString(), new Date(change.endsAt).toISOString()],
    ["tags", set.tags.join(", "), change.tags.join(", ")],
    ["picture", set.picture === null ? "none" : "a picture", change.picture === null ? "none" : "a picture"],
  ];
  const changed = entries.filter(([, before, after]) => before !== after);
  return Object.fromEntries([
    ["set", set.name],
    // Whose words these are: they are deleted with the account.
    ["performer", set.performerName],
    ...changed.map(([field, before, after]) => [field, `${before} → ${after}`]),
  ]);
}
