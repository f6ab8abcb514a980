/** The viewer's wallet as its owner reads it. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { AppError } from "#app/errors.ts";
import { sumsOf } from "#packages/ledger/entries.ts";
import { tipOf, toActivityView } from "./activity-view.ts";
import type { ActivityInput, ActivityPage, GiveBackInput, TipView, WalletView } from "./contract/tokens.ts";
import type { WalletSummary } from "./port.ts";
import { findTip, listTips } from "./queries/received-tips.ts";
import { areTokensPaused, listClaimReasons } from "./queries/token-claims.ts";
import { listWalletUsers } from "./queries/wallets.ts";
import { walletOf } from "./wallet-of.server.ts";

const pageSize = 50;
const rate = { max: 60, perMs: 3_600_000 } as const;

const noWallet = {
  id: null,
  address: null,
  publicKey: null,
  balance: 0,
  outgoing: 0,
  issued: 0,
  received: 0,
  sent: 0,
  state: "open",
  frozenReason: null,
  size: 0,
  head: "",
} as const;

/** The viewer's wallet, also before its first token. Throws `authorization`. */
export async function getWallet(ctx: Pick<AppContext, "db" | "viewer" | "wallets">): Promise<WalletView> {
  const viewer = requireViewer(ctx);
  const [wallet, isPaused] = await Promise.all([walletOf(ctx, viewer.id), areTokensPaused(ctx.db)]);
  if (wallet === null) return { ...noWallet, isPaused };
  const { id, address, publicKey } = wallet.row;
  return { id, address, publicKey, isPaused, ...toCounts(await wallet.live.summary()) };
}

/** Returns the tokens of a wallet, and all that it ever earned, received and sent. */
export function toCounts(summary: WalletSummary) {
  const { state, frozenReason, balance, outgoing, head } = summary;
  const { issued, received, sent } = sumsOf(summary.accounts);
  return {
    balance,
    outgoing,
    issued,
    received,
    sent,
    state,
    frozenReason: state === "frozen" ? frozenReason : null,
    size: head.size,
    head: head.hash,
  };
}

/** Lists a wallet's activity, newest first, page by page. Throws `authorization`. */
export async function listActivity(ctx: AppContext, { before }: ActivityInput): Promise<ActivityPage> {
  const viewer = requireViewer(ctx);
  const wallet = await walletOf(ctx, viewer.id);
  if (wallet === null) return { items: [], before: null };
  const entries = await wallet.live.activity({ before: before ?? null, limit: pageSize });
  const peers = entries.flatMap(({ peer }) => peer ?? []);
  const [tips, people, claims] = await Promise.all([
    listTips(
      ctx.db,
      entries.flatMap((entry) => tipOf(entry) ?? []),
    ),
    listWalletUsers(ctx.db, [...new Set(peers)]),
    listClaimReasons(
      ctx.db,
      entries.flatMap(({ kind, reference }) => (kind === "mint" ? reference : [])),
    ),
  ]);
  const now = ctx.clock.now();
  const own = wallet.row.id;
  const items = entries.map((entry) => toActivityView(entry, { own, tips, people, claims, now }));
  const last = entries.at(-1);
  return { items, before: entries.length < pageSize || last === undefined ? null : last.seq };
}

/**
 * The performer gives a tip back, or a part of it; without an amount, the whole tip. Throws `authorization`,
 * `not-found` for a tip that was not theirs, and the refusals of the wallet.
 */
export async function giveBack(ctx: AppContext, input: GiveBackInput): Promise<TipView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `tokens:give-back:${viewer.id}`, rate);
  const [wallet, tip] = await Promise.all([walletOf(ctx, viewer.id), findTip(ctx.db, input.tip)]);
  if (wallet === null || tip === undefined || tip.toWallet !== wallet.row.id) throw new AppError("not-found");
  const given = await wallet.live.giveBack({
    id: input.id,
    tip: tip.id,
    from: tip.fromWallet,
    amount: input.amount ?? tip.amount,
    authorisation: "session",
  });
  if (!given.ok) throw new AppError(given.code, { retryAfterMs: given.retryAfterMs });
  return { tip: tip.id, amount: given.amount, balance: given.balance, at: given.at };
}
