import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { findSetOfAnyStatus, listPerformerSetsBetween, type SetRow } from "#db/queries/sets.ts";
import { requirePerformer } from "../accounts/guards.ts";
import type { SetStandbyInput, SetStandbyView, StandbyView } from "./contract/standby.ts";
import { isHeld, standbyReason, standbyTimes } from "./standby.ts";

const rate = { max: 30, perMs: 60_000 } as const;

/**
 * Puts the viewer's own encoder on standby until their next set, or on their profile.
 * @throws AppError `not-connected`; `set-is-on` where a stage has it; `no-set-soon` where there is nothing to wait for;
 *   `not-found` before the stream test is passed; `rate-limited`.
 */
export async function setStandby(ctx: AppContext, { isOn }: SetStandbyInput): Promise<SetStandbyView> {
  const viewer = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`standby:${viewer.id}`, rate));
  const next = await findNextSet(ctx, viewer.id);
  if (isOn && next === null) throw new AppError("no-set-soon");
  const awaited = isOn && next !== null ? { set: next.id, startsAt: next.startsAt } : null;
  const outcome = await ctx.media.setStandby(viewer.id, awaited);
  if (outcome === "not-connected") throw new AppError("not-connected");
  if (outcome === "claimed")
    throw new AppError("set-is-on", { message: "The stage already has your sound." });
  return { standby: await readStandby(ctx, viewer.id) };
}

/** Returns whether a performer's encoder waits on standby, and why; null where there is nothing to decide. */
export async function readStandby(ctx: AppContext, performerId: string): Promise<StandbyView | null> {
  const placement = await ctx.media.standby(performerId);
  if (placement === null) return null;
  const isOn = isHeld(placement);
  const next = await findNextSet(ctx, performerId);
  if (!isOn && next === null) return null;
  const known =
    next ?? (placement.set === null ? null : ((await findSetOfAnyStatus(ctx.db, placement.set)) ?? null));
  return { isOn, reason: standbyReason(placement, next, known), set: known && toStandbySet(known) };
}

/** The performer's first set that starts soon enough to wait for. */
async function findNextSet(ctx: AppContext, performerId: string): Promise<SetRow | null> {
  const now = ctx.clock.now();
  const span = { performerId, startsAt: now, endsAt: now + standbyTimes.windowMs + 1 };
  const sets = await listPerformerSetsBetween(ctx.db, span);
  return sets.find(({ startsAt }) => startsAt > now) ?? null;
}

const toStandbySet = ({ id, name, stageName, startsAt }: SetRow) => ({
  id,
  name,
  stage: stageName,
  startTime: startsAt,
});
