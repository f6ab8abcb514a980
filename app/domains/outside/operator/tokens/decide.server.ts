/** The decision of a second operator about a waiting act, and its effects. */
import type { AppContext } from "#app/context.ts";
import type { ActView, DecideActCommand } from "#app/domains/value/tokens/contract/acts.ts";
import * as rows from "#app/domains/value/tokens/queries/token-acts.ts";
import { ripen } from "#app/domains/value/tokens/review-claims.server.ts";
import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { AppError } from "#app/errors.ts";
import { toActViews } from "./act-views.server.ts";
import { openAgain, operatorOf, requireRunning, sendBack } from "./acts.server.ts";
import { resettle } from "./resettle.server.ts";

/**
 * A second operator agrees to a waiting act, or refuses it. The key of the instance agrees to nothing, because its
 * holder may be an operator as well; an act that was begun with it takes two operators who agree. Throws `not-found`,
 * `act-by-key`, `act-own` for their own and where they have agreed already, `act-decided`; to agree to grants
 * `tokens-paused`, and to anything else what the act itself throws.
 */
export async function decideAct(ctx: AppContext, input: DecideActCommand): Promise<ActView> {
  const by = operatorOf(ctx);
  const act = await rows.findAct(ctx.db, input.act);
  const isGrant = act === undefined || act.kind === "grant" || act.kind === "label";
  if (input.isApproved && isGrant) await requireRunning(ctx);
  if (act === undefined) throw new AppError("not-found");
  if (act.operatorId === by) throw new AppError("act-own");
  const { isApproved } = input;
  if (isApproved && by === rows.commandId) throw new AppError("act-by-key");
  if (isApproved && act.operatorId === rows.commandId && (await rows.agreeToAct(ctx.db, act.id, by))) {
    const [waiting] = await toActViews(ctx, [{ ...act, agreedId: by }]);
    return waiting as ActView;
  }
  if (isApproved && act.agreedId === by && act.state === "waiting") throw new AppError("act-own");
  const now = ctx.clock.now();
  const isDecided = await rows.decideAct(ctx.db, {
    act,
    by,
    isApproved,
    now,
    expiresAt: now + tokenLimits.claimMs,
  });
  const decided = await rows.findAct(ctx.db, act.id);
  const isRepeated = decided?.secondOperatorId === by && (decided.state === "done") === isApproved;
  if (decided === undefined || (!isDecided && !isRepeated)) throw new AppError("act-decided");
  if (isApproved) await (isGrant ? ripen(ctx) : perform(ctx, decided));
  const [view] = await toActViews(ctx, [decided]);
  return view as ActView;
}

/** Does in wallets what an act says that was agreed to; D1 has changed its claims. May run twice. */
async function perform(ctx: AppContext, act: rows.ActRow): Promise<void> {
  const wallet = String(act.details.wallet);
  if (act.kind === "unfreeze") await openAgain(ctx, wallet);
  if (act.kind === "give-back") await sendBack(ctx, act);
  if (act.kind === "resettle") await resettle(ctx, wallet);
  if (act.kind !== "freeze") return;
  await rows.markFrozen(ctx.db, wallet, { at: ctx.clock.now(), reason: act.reason });
  await ctx.wallets.of(wallet).freeze(act.reason);
}
