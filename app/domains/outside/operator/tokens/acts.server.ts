/** Operators' acts about tokens. Each act has a reason and is logged; the log is never edited. */
import type { AppContext } from "#app/context.ts";
import type {
  ActPage,
  ActView,
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
export const operatorOf = (ctx: AppContext): string => ctx.viewer?.id ?? rows.commandId;

interface Reason {
  id?: string | undefined;
  reason: string;
}

/**
 * Returns the state of an act about these people: what is the operator's own matter waits for a second one, whatever it
 * is.
 */
export function stateFor(ctx: AppContext, people: readonly (string | null)[]): "done" | "waiting" {
  return people.includes(operatorOf(ctx)) ? "waiting" : "done";
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

export async function requireRunning(ctx: Pick<AppContext, "db">): Promise<void> {
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
  const state = stateFor(ctx, [user.id]);
  return recordGrant(ctx, newAct(ctx, input, "grant", { [user.id]: input.amount }, state));
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

/** Logs an act once, however often it is sent. Nothing else follows while it waits. */
export async function logAct(ctx: AppContext, act: rows.NewAct): Promise<ActView> {
  await rows.insertAct(ctx.db, act);
  return loggedAct(ctx, act);
}

/**
 * Refuses everything that a wallet would send, and its claims. Waits for a second operator where it is the operator's
 * own. Throws `not-found`, `key-reused`.
 */
export async function freezeWallet(ctx: AppContext, input: WalletCommand): Promise<ActView> {
  const wallet = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "freeze", { wallet: wallet.id }, stateFor(ctx, [wallet.userId]));
  if (act.state === "waiting") return logAct(ctx, act);
  await rows.insertFreeze(ctx.db, act, wallet.id);
  const view = await loggedAct(ctx, act);
  await ctx.wallets.of(wallet.id).freeze(input.reason);
  return view;
}

/** Ends it. Waits as `freezeWallet`. Throws `not-found`, `key-reused`. */
export async function unfreezeWallet(ctx: AppContext, input: WalletCommand): Promise<ActView> {
  const wallet = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "unfreeze", { wallet: wallet.id }, stateFor(ctx, [wallet.userId]));
  const view = await logAct(ctx, act);
  if (act.state === "done") await openAgain(ctx, wallet.id);
  return view;
}

export async function openAgain(ctx: AppContext, wallet: string): Promise<void> {
  await ctx.wallets.of(wallet).unfreeze();
  await rows.endFreeze(ctx.db, wallet, ctx.clock.now());
}

/**
 * Holds claims that are not paid until an operator releases them. Waits for a second operator where they are the
 * operator's own. Throws `not-found`, `bad-input`, `claim-settled`.
 */
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
  const act = newAct(ctx, input, kind, details, stateFor(ctx, [userId]));
  if (act.state === "waiting") return logAct(ctx, act);
  const which = claim === undefined ? { userId } : { claim: claim.id };
  const changed = await rows.changeClaims(ctx.db, act, which, ctx.clock.now() + tokenLimits.claimMs);
  if (changed === 0 && (await rows.findAct(ctx.db, act.id)) === undefined)
    throw new AppError("claim-settled");
  return loggedAct(ctx, act);
}

/**
 * Gives a tip back in the performer's name, also from a frozen wallet. Waits for a second operator where the operator has
 * sent or received it. Throws `not-found`, and the refusals of the wallet, which are logged.
 */
export async function giveBackTip(ctx: AppContext, input: GiveBackCommand): Promise<ActView> {
  const tip = await findTip(ctx.db, input.tip);
  if (tip === undefined) throw new AppError("not-found");
  const [from, to] = await Promise.all([
    rows.findWallet(ctx.db, tip.fromWallet),
    rows.findWallet(ctx.db, tip.toWallet),
  ]);
  const state = stateFor(ctx, [from?.userId ?? null, to?.userId ?? null]);
  const act = newAct(ctx, input, "give-back", { tip: tip.id, amount: input.amount }, state);
  const view = await logAct(ctx, act);
  if (state === "waiting") return view;
  await sendBack(ctx, act);
  return loggedAct(ctx, act);
}

/** Gives back what an act says, once. Throws the refusals of the wallet, and marks the act as refused. */
export async function sendBack(
  ctx: AppContext,
  { id, details }: Pick<rows.ActRow, "id" | "details">,
): Promise<void> {
  const tip = await findTip(ctx.db, String(details.tip));
  if (tip === undefined) throw new AppError("not-found");
  const given = await ctx.wallets.of(tip.toWallet).giveBack({
    id,
    tip: tip.id,
    from: tip.fromWallet,
    amount: Number(details.amount),
    authorisation: `operator:${id}`,
  });
  if (given.ok) return;
  await rows.refuseAct(ctx.db, id, ctx.clock.now());
  throw new AppError(given.code, { retryAfterMs: given.retryAfterMs });
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
