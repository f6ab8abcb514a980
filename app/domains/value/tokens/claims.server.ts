/** The viewer's claims, and how they come into their wallet. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { findUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { AppError } from "#app/errors.ts";
import { toClaimView } from "./claim-views.ts";
import type { ClaimedView, ClaimsView } from "./contract/tokens.ts";
import {
  areTokensPaused,
  type ClaimRow,
  finishClaims,
  listClaiming,
  listClaims,
  startClaims,
  sumClaims,
  sumRipened,
} from "./queries/token-claims.ts";
import { tokenLimits, utcDayOf } from "./rules.ts";
import { ensureWallet, walletOf } from "./wallet-of.server.ts";

const shown = 200;
const paidAtOnce = 200;
const rate = { max: 120, perMs: 3_600_000 } as const;
const hourMs = 3_600_000;
/** Time in the hour by which the hourly job has run: its minute in wrangler.toml, and one more to do it. */
const ripeMinute = 18 * 60_000;

/** The viewer's claims. Throws `authorization`. */
export async function checkClaims(ctx: AppContext): Promise<ClaimsView> {
  const viewer = requireViewer(ctx);
  const now = ctx.clock.now();
  const [sums, claims, nextAt] = await Promise.all([
    sumClaims(ctx.db, viewer.id, now),
    listClaims(ctx.db, viewer.id, shown),
    nextRipening(ctx, viewer.id),
  ]);
  const { claimed, claimable, waiting, unripe } = sums;
  return {
    hasClaimed: claimed > 0,
    claimed,
    claimable,
    waiting,
    nextAt: unripe > 0 ? nextAt : null,
    claims: claims.map((claim) => toClaimView(claim, now)),
  };
}

/**
 * Returns when claims ripen next: within the hour, or tomorrow (UTC) where today's tokens, or those of young accounts,
 * are used up; null while paused.
 */
async function nextRipening(
  ctx: Pick<AppContext, "clock" | "config" | "db">,
  userId: string,
): Promise<number | null> {
  if (await areTokensPaused(ctx.db)) return null;
  const now = ctx.clock.now();
  const today = utcDayOf(now);
  const { tokensPerDay } = ctx.config;
  const tomorrow = today + 24 * hourMs + ripeMinute;
  if ((await sumRipened(ctx.db, today)) >= tokensPerDay) return tomorrow;
  const { youngMs, youngShare } = tokenLimits;
  const isYoung = ((await findUser(ctx.db, userId))?.createdAt ?? 0) > now - youngMs;
  if (isYoung && (await sumRipened(ctx.db, today, now - youngMs)) >= tokensPerDay * youngShare)
    return tomorrow;
  const thisHour = Math.floor(now / hourMs) * hourMs + ripeMinute;
  return thisHour > now ? thisHour : thisHour + hourMs;
}

/**
 * Brings all that is claimable into the viewer's wallet, once, however many calls there are. What a call that died has
 * left is brought by the next one, or by the hourly job. Throws `authorization`, `tokens-paused`, `wallet-frozen`,
 * `rate-limited`.
 */
export async function claimTokens(ctx: AppContext): Promise<ClaimedView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `tokens:claim:${viewer.id}`, rate);
  if (await areTokensPaused(ctx.db)) throw new AppError("tokens-paused");
  const wallet = await walletOf(ctx, viewer.id);
  if (wallet !== null && wallet.row.frozenAt !== null) throw new AppError("wallet-frozen");
  await startClaims(ctx.db, viewer.id, ctx.clock.now());
  const { paid, balance } = await payClaims(ctx, viewer.id);
  const now = ctx.clock.now();
  return {
    claimed: paid.reduce((sum, { amount }) => sum + amount, 0),
    balance: balance ?? (await wallet?.live.summary())?.balance ?? 0,
    claims: paid.map((claim) => toClaimView(claim, now)),
  };
}

/**
 * Pays what is `claiming`: the wallet issues each claim once, whatever was lost on the way. Those of a wallet that turns
 * out to be frozen stay `claiming`, because some of them may be paid already. Throws `wallet-frozen`.
 */
export async function payClaims(
  ctx: Pick<AppContext, "clock" | "db" | "wallets">,
  userId: string,
): Promise<{ paid: ClaimRow[]; balance: number | null }> {
  const paid: ClaimRow[] = [];
  let balance: number | null = null;
  for (;;) {
    const claims = await listClaiming(ctx.db, userId, paidAtOnce);
    if (claims.length === 0) return { paid, balance };
    const { live } = await ensureWallet(ctx, userId);
    const minted = await live.mint(claims.map(({ id, kind, amount }) => ({ id, kind, amount })));
    if (!minted.ok) throw new AppError(minted.code);
    if (minted.minted.length === 0) throw new Error("the wallet has paid nothing");
    balance = minted.balance;
    paid.push(...(await finishClaims(ctx.db, minted.minted, ctx.clock.now())));
  }
}
