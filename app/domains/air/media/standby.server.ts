import type { AppContext } from "#app/context.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { findSetOfAnyStatus, listPerformerSetsBetween, type SetRow } from "../sets/queries/sets.ts";
import type { SetStandbyInput, SetStandbyView, StandbyView } from "./contract/standby.ts";
import { isHeld, type Placed, type PlacementChoice, standbyReason, standbyTimes } from "./standby.ts";

const rate = { max: 30, perMs: 60_000 } as const;

/** Time after its end for which a set is the reason why an encoder is still connected. */
const overMs = standbyTimes.windowMs;

/**
 * Puts the viewer's own encoder on standby until their next set, or keeps it off the air after a set that is over; or
 * puts it on their profile.
 * @throws AppError `not-connected`; `set-is-on` where a stage has it; `no-set-soon` where there is nothing to wait for
 *   and no set is over; `not-found` before the stream test is passed; `rate-limited`.
 */
export async function setStandby(ctx: AppContext, { isOn }: SetStandbyInput): Promise<SetStandbyView> {
  const viewer = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`standby:${viewer.id}`, rate));
  const placed = await ctx.media.standby(viewer.id);
  const { next, over } = await findSetsAround(ctx, viewer.id, placed);
  const isCut = !isOn && over !== null && (await isCutOff(ctx, placed, over));
  const choice = isOn ? waitingChoice(next, over) : { place: "open" as const, isOver: over !== null, isCut };
  const outcome = await ctx.media.setStandby(viewer.id, choice);
  if (outcome === "not-connected") throw new AppError("not-connected");
  if (outcome === "claimed")
    throw new AppError("set-is-on", { message: "The stage already has your sound." });
  return { standby: await readStandby(ctx, viewer.id) };
}

/** A stage has them for the rest of an overrun, and someone else on air. */
async function isCutOff(
  ctx: Pick<AppContext, "rooms">,
  placed: Placed | null,
  over: SetRow,
): Promise<boolean> {
  if (placed === null || placed.heldBy === null) return false;
  return (await ctx.rooms.stage(over.stageId).onAir()).currentSet?.id !== over.id;
}

function waitingChoice(next: SetRow | null, over: SetRow | null): PlacementChoice {
  if (next !== null) return { place: "standby", set: { set: next.id, startsAt: next.startsAt } };
  if (over === null) throw new AppError("no-set-soon");
  return { place: "off", set: over.id };
}

/** Returns whether a performer's encoder is heard by them alone, and why; null where there is nothing to decide. */
export async function readStandby(
  ctx: Pick<AppContext, "clock" | "db" | "media">,
  performerId: string,
): Promise<StandbyView | null> {
  const placement = await ctx.media.standby(performerId);
  if (placement === null) return null;
  const { next, over } = await findSetsAround(ctx, performerId, placement);
  const isWithStage = placement.heldBy !== null;
  if (over !== null && (isWithStage || placement.place !== "standby"))
    return { ...toOverView(placement, over, next), isWithStage };
  if (isWithStage) return null;
  const isOn = isHeld(placement);
  if (!isOn && next === null) return null;
  const known =
    next ?? (placement.set === null ? null : ((await findSetOfAnyStatus(ctx.db, placement.set)) ?? null));
  return { isOn, reason: standbyReason(placement, next, known), set: known && toStandbySet(known) };
}

/** Still connected after a set: on the stage until it gives the stream back, then where it is placed. */
function toOverView(
  { place, heldBy, isKeptOffProfile }: Placed,
  over: SetRow,
  next: SetRow | null,
): StandbyView {
  const isOn = place === "off" || (heldBy !== null && (next !== null || isKeptOffProfile));
  if (place !== "off" && next !== null && (heldBy !== null || place === "open"))
    return { isOn, reason: "soon", set: toStandbySet(next) };
  const profileAt = isOn ? null : over.endsAt + standbyTimes.keptMs;
  return { isOn, reason: "over", set: toStandbySet(over), profileAt };
}

/**
 * The performer's first set that starts soon enough to wait for, and the one that is over while the encoder that played
 * it is still connected. Neither while a set of theirs is on.
 */
async function findSetsAround(
  ctx: Pick<AppContext, "clock" | "db">,
  performerId: string,
  placed: Placed | null,
): Promise<{ next: SetRow | null; over: SetRow | null }> {
  const now = ctx.clock.now();
  const span = { performerId, startsAt: now - overMs, endsAt: now + standbyTimes.windowMs + 1 };
  const sets = await listPerformerSetsBetween(ctx.db, span);
  const next = sets.find(({ startsAt }) => startsAt > now) ?? null;
  const isOn = sets.some(({ startsAt, endsAt }) => startsAt - standbyTimes.takenMs <= now && now < endsAt);
  const last = sets.findLast(({ endsAt }) => endsAt <= now) ?? null;
  const isStillConnected = last !== null && (placed?.connectedAt ?? now) < last.endsAt;
  return { next, over: isOn || !isStillConnected || placed?.place === "ended" ? null : last };
}

const toStandbySet = ({ id, name, stageName, startsAt }: SetRow) => ({
  id,
  name,
  stage: stageName,
  startTime: startsAt,
});
