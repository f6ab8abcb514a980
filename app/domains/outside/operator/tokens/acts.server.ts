/** Operators' acts about tokens. Each act has a reason and is logged; the log is never edited. */
import type { AppContext } from "#app/context.ts";
import type {
  ActPage,
  ActView,
  DecideActCommand,
  GiveBackCommand,
  GrantTokensCommand,
  HoldClaimsCommand,
  LabelTokensCommand,
  VoidClaimCommand,
  WalletCommand,
} from "#app/domains/value/tokens/contract/acts.ts";
import { findTip } from "#app/domains/value/tokens/queries/received-tips.ts";
import * as rows from "#app/domains/value/tokens/queries/token-acts.ts";
import { areTokensPaused } from "#app/domains/value/tokens/queries/token-claims.ts";
import type { WalletRow } from "#app/domains/value/tokens/queries/wallets.ts";
import { ripen } from "#app/domains/value/tokens/review-claims.server.ts";
import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { ensureWallet } from "#app/domains/value/tokens/wallet-of.server.ts";
import { AppError } from "#app/errors.ts";
import { type CursorInput, pageOf } from "#app/paging.ts";
import { requireNamed } from "../named-user.server.ts";
import { toActViews } from "./act-views.server.ts";

const pageSize = 50;
const maxWaiting = 100;

/** The operator who is signed in; the holder of the instance's key is one operator, named `command`. */
const operatorOf = (ctx: AppContext): string => ctx.viewer?.id ?? rows.commandId;

interface Reason {
  id?: string | undefined;
  reason: string;
}

export function newAct<Kind extends rows.ActRow["kind"]>(
  ctx: AppContext,
  { id, reason }: Reason,
  kind: Kind,
  details: rows.ActRow["details"],
  state: "done" | "waiting" = "done",
) {
  const act = { id: id ?? ctx.ids.next(), kind, details, reason, at: ctx.clock.now(), state };
  return { ...act, operatorId: operatorOf(ctx) };
}

/** The act of this id as it is in the log. Throws `key-reused` where it is another one. */
export async function loggedAct(ctx: Pick<AppContext, "db" | "viewer">, act: rows.NewAct): Promise<ActView> {
  const row = await rows.findAct(ctx.db, act.id);
  const contentOf = ({ kind, reason, operatorId, details }: rows.NewAct) =>
    JSON.stringify([
      kind,
      reason,
      operatorId,
      Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]);
  if (row === undefined) throw new AppError("not-found");
  if (contentOf(row) !== contentOf(act)) throw new AppError("key-reused");
  const [view] = await toActViews(ctx, [row]);
  return view as ActView;
}

async function requireRunning(ctx: Pick<AppContext, "db">): Promise<void> {
  if (await areTokensPaused(ctx.db)) throw new AppError("tokens-paused");
}

/** Throws `bad-input` for more than the tokens of one day: no day could bring them. */
function requireWithinDay(ctx: Pick<AppContext, "config">, amounts: readonly number[]): void {
  const { tokensPerDay } = ctx.config;
  if (amounts.some((amount) => amount > tokensPerDay))
    throw new AppError("bad-input", {
      message: `One person can be granted at most ${tokensPerDay} tokens, the limit of one day.`,
    });
}

/**
 * Grants tokens to one person, as a claim. It waits for a second operator where that person is the operator, and where
 * all that this operator has granted alone in the last 24 hours, or that was granted alone to this person, is more than
 * 1,000. Throws `not-found`, `bad-input`, `tokens-paused`, `key-reused`.
 */
export async function grantTokens(ctx: AppContext, input: GrantTokensCommand): Promise<ActView> {
  await requireRunning(ctx);
  requireWithinDay(ctx, [input.amount]);
  const user = await requireNamed(ctx, input.user);
  const isOwn = user.id === operatorOf(ctx);
  return recordGrant(
    ctx,
    newAct(ctx, input, "grant", { [user.id]: input.amount }, isOwn ? "waiting" : "done"),
  );
}

/** Grants tokens to a list of people, once a second operator agrees. Throws as `grantTokens`. */
export async function labelTokens(ctx: AppContext, input: LabelTokensCommand): Promise<ActView> {
  await requireRunning(ctx);
  const details: Record<string, number> = {};
  for (const { user, amount } of input.list) {
    const { id } = await requireNamed(ctx, user);
    details[id] = (details[id] ?? 0) + amount;
  }
  requireWithinDay(ctx, Object.values(details));
  return recordGrant(ctx, newAct(ctx, input, "label", details, "waiting"));
}

async function recordGrant(ctx: AppContext, act: rows.NewAct): Promise<ActView> {
  const { grantAlone: max, grantAloneMs } = tokenLimits;
  await rows.insertGrant(ctx.db, act, { max, since: act.at - grantAloneMs });
  const view = await loggedAct(ctx, act);
  if (view.state === "done") await ripen(ctx);
  return view;
}

/**
 * A second operator agrees to a waiting act, or refuses it. The key of the instance agrees to nothing, because its
 * holder may be an operator as well; an act that was begun with it takes two operators who agree. Throws `not-found`,
 * `act-by-key`, `act-own` for their own and where they have agreed already, `act-decided`, and to agree `tokens-paused`.
 */
export async function decideAct(ctx: AppContext, input: DecideActCommand): Promise<ActView> {
  if (input.isApproved) await requireRunning(ctx);
  const by = operatorOf(ctx);
  const act = await rows.findAct(ctx.db, input.act);
  if (act === undefined) throw new AppError("not-found");
  if (act.operatorId === by) throw new AppError("act-own");
  const { isApproved } = input;
  if (isApproved && by === rows.commandId) throw new AppError("act-by-key");
  if (isApproved && act.operatorId === rows.commandId && (await rows.agreeToAct(ctx.db, act.id, by))) {
    const [waiting] = await toActViews(ctx, [{ ...act, agreedId: by }]);
    return waiting as ActView;
  }
  if (isApproved && act.agreedId === by && act.state === "waiting") throw new AppError("act-own");
  const isDecided = await rows.decideAct(ctx.db, { id: act.id, by, isApproved, now: ctx.clock.now() });
  const decided = await rows.findAct(ctx.db, act.id);
  const isRepeated = decided?.secondOperatorId === by && (decided.state === "done") === isApproved;
  if (decided === undefined || (!isDecided && !isRepeated)) throw new AppError("act-decided");
  if (isApproved) await ripen(ctx);
  const [view] = await toActViews(ctx, [decided]);
  return view as ActView;
}

/** A wallet by its id, or that of a user. Throws `not-found`. */
export async function requireWallet(
  ctx: Pick<AppContext, "clock" | "db" | "wallets">,
  name: string,
): Promise<WalletRow> {
  const wallet = /^[0-9a-f]{32}$/.test(name) ? await rows.findWallet(ctx.db, name) : undefined;
  if (wallet !== undefined) return wallet;
  const user = await requireNamed(ctx, name);
  return (await ensureWallet(ctx, user.id)).row;
}

/** Refuses everything that a wallet would send, and its claims. Throws `not-found`, `key-reused`. */
export async function freezeWallet(ctx: AppContext, input: WalletCommand): Promise<ActView> {
  const wallet = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "freeze", { wallet: wallet.id });
  await rows.insertFreeze(ctx.db, act, wallet.id);
  const view = await loggedAct(ctx, act);
  await ctx.wallets.of(wallet.id).freeze(input.reason);
  return view;
}

/** Ends it. Throws `not-found`, `key-reused`. */
export async function unfreezeWallet(ctx: AppContext, input: WalletCommand): Promise<ActView> {
  const wallet = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "unfreeze", { wallet: wallet.id });
  await rows.insertAct(ctx.db, act);
  const view = await loggedAct(ctx, act);
  await ctx.wallets.of(wallet.id).unfreeze();
  await rows.endFreeze(ctx.db, wallet.id, ctx.clock.now());
  return view;
}

/** Holds claims that are not paid until an operator releases them. Throws `not-found`, `bad-input`, `claim-settled`. */
export function holdClaims(ctx: AppContext, input: HoldClaimsCommand): Promise<ActView> {
  return changeClaims(ctx, input, "hold");
}

/** Throws as `holdClaims`. */
export function releaseClaims(ctx: AppContext, input: HoldClaimsCommand): Promise<ActView> {
  return changeClaims(ctx, input, "release");
}

/** Ends a claim that is not paid, for good. Throws as `holdClaims`. */
export function voidClaim(ctx: AppContext, input: VoidClaimCommand): Promise<ActView> {
  return changeClaims(ctx, input, "void");
}

async function changeClaims(
  ctx: AppContext,
  input: HoldClaimsCommand,
  kind: "hold" | "release" | "void",
): Promise<ActView> {
  if ((input.claim === undefined) === (input.user === undefined))
    throw new AppError("bad-input", { message: "Name one claim, or one user." });
  const claim = input.claim === undefined ? undefined : await rows.findClaim(ctx.db, input.claim);
  if (input.claim !== undefined && claim === undefined) throw new AppError("not-found");
  const userId = claim?.userId ?? (await requireNamed(ctx, input.user ?? "")).id;
  const details: rows.ActRow["details"] = { user: userId, ...(claim !== undefined && { claim: claim.id }) };
  const act = newAct(ctx, input, kind, details);
  const which = claim === undefined ? { userId } : { claim: claim.id };
  const changed = await rows.changeClaims(ctx.db, act, which, ctx.clock.now() + tokenLimits.claimMs);
  if (changed === 0 && (await rows.findAct(ctx.db, act.id)) === undefined)
    throw new AppError("claim-settled");
  return loggedAct(ctx, act);
}

/**
 * Gives a tip back in the performer's name, also from a frozen wallet. Throws `not-found`, and the refusals of the
 * wallet, which are logged.
 */
export async function giveBackTip(ctx: AppContext, input: GiveBackCommand): Promise<ActView> {
  const tip = await findTip(ctx.db, input.tip);
  if (tip === undefined) throw new AppError("not-found");
  const act = newAct(ctx, input, "give-back", { tip: tip.id, amount: input.amount });
  await rows.insertAct(ctx.db, act);
  await loggedAct(ctx, act);
  const given = await ctx.wallets.of(tip.toWallet).giveBack({
    id: act.id,
    tip: tip.id,
    from: tip.fromWallet,
    amount: input.amount,
    authorisation: `operator:${act.id}`,
  });
  if (!given.ok) {
    await rows.refuseAct(ctx.db, act.id, ctx.clock.now());
    throw new AppError(given.code, { retryAfterMs: given.retryAfterMs });
  }
  return loggedAct(ctx, act);
}

/** The log, newest first. */
export async function listActs(
  ctx: Pick<AppContext, "db" | "viewer">,
  { dateCursor, idCursor }: CursorInput,
): Promise<ActPage> {
  const before = dateCursor == null || idCursor == null ? null : { date: dateCursor, id: idCursor };
  const found = await rows.listActs(ctx.db, before, pageSize + 1);
  const page = pageOf(found, pageSize, ({ at, id }) => ({ date: at, id }));
  return { ...page, items: await toActViews(ctx, page.items) };
}

/** Acts that wait for a second operator, the oldest first. */
export async function listWaitingActs(ctx: Pick<AppContext, "db" | "viewer">): Promise<ActView[]> {
  return toActViews(ctx, await rows.listWaitingActs(ctx.db, maxWaiting));
}
