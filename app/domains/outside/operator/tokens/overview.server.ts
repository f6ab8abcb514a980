/** All tokens of the instance, one wallet, and what looks arranged, as operators see them. */
import type { AppContext } from "#app/context.ts";
import type {
  OverseenWalletView,
  SupplyView,
  SuspiciousView,
  WalletQuery,
} from "#app/domains/value/tokens/contract/acts.ts";
import type { WalletSummary } from "#app/domains/value/tokens/port.ts";
import { findWallet, listNames, listOpenClaims } from "#app/domains/value/tokens/queries/token-acts.ts";
import { sumRipened } from "#app/domains/value/tokens/queries/token-claims.ts";
import * as supply from "#app/domains/value/tokens/queries/token-supply.ts";
import { findWalletOf, listWalletUsers } from "#app/domains/value/tokens/queries/wallets.ts";
import { claimState, utcDayOf } from "#app/domains/value/tokens/rules.ts";
import { toCounts } from "#app/domains/value/tokens/wallet.server.ts";
import { requireNamed } from "../named-user.server.ts";
import { findCircles } from "./circles.ts";

const dayMs = 24 * 3_600_000;
const maxOpenClaims = 100;

/** Tips of these days are looked at, and an account is young for as long. */
const lookedAtMs = 30 * dayMs;
/** Thresholds of the list: more than this share, and at least so many tokens. */
const suspicious = { share: 0.8, least: 50, limit: 50, edges: 5_000 } as const;
const burst = { tips: 20, senders: 3, limit: 50 } as const;

export async function readSupply(ctx: Pick<AppContext, "clock" | "config" | "db">): Promise<SupplyView> {
  const today = utcDayOf(ctx.clock.now());
  const [sums, claims, ripened, check] = await Promise.all([
    supply.readSupply(ctx.db),
    supply.readClaimTotals(ctx.db, today),
    sumRipened(ctx.db, today),
    supply.findCheck(ctx.db),
  ]);
  const { sent, received, ...shown } = sums;
  return {
    ...shown,
    issuedBy: claims.byKind,
    undelivered: sent + sums.outgoing - received,
    today: { ripened, claimed: claims.claimedToday, budget: ctx.config.tokensPerDay },
    waiting: claims.waiting,
    check: check === undefined ? null : toCheck(check),
  };
}

const toCheck = ({
  checkedAt,
  drift,
  completeSince,
}: NonNullable<Awaited<ReturnType<typeof supply.findCheck>>>) => ({
  checkedAt,
  drift,
  completeSince,
});

/** Tips of the last 30 days that look arranged, the largest sums first. */
export async function listSuspicious(ctx: Pick<AppContext, "clock" | "db">): Promise<SuspiciousView> {
  const since = ctx.clock.now() - lookedAtMs;
  const { share, least, limit, edges } = suspicious;
  const [fed, flows, bursts] = await Promise.all([
    supply.listFed(ctx.db, { since, young: since, share, least, limit }),
    supply.listEdges(ctx.db, { since, least, limit: edges }),
    supply.listBursts(ctx.db, { since, ...burst }),
  ]);
  const circles = findCircles(flows, share).slice(0, limit);
  const wallets = [...fed, ...bursts].map(({ wallet }) => wallet);
  const people = await listWalletUsers(ctx.db, [...wallets, ...circles.flatMap(({ members }) => members)]);
  const party = (wallet: string) => ({ wallet, user: people.get(wallet) ?? null });
  return {
    fed: fed.map((each) => ({ ...each, ...party(each.wallet) })),
    circles: circles.map((each) => ({ ...each, members: each.members.map(party) })),
    bursts: bursts.map((each) => ({ ...each, ...party(each.wallet) })),
  };
}

/** The wallet and the open claims of a user, or of a wallet's id. Throws `not-found`. */
export async function findOverseenWallet(
  ctx: Pick<AppContext, "clock" | "db" | "wallets">,
  { user: name }: WalletQuery,
): Promise<OverseenWalletView> {
  const byId = /^[0-9a-f]{32}$/.test(name) ? await findWallet(ctx.db, name) : undefined;
  const userId = byId === undefined ? (await requireNamed(ctx, name)).id : byId.userId;
  const wallet = byId ?? (userId === null ? undefined : await findWalletOf(ctx.db, userId));
  const [summary, claims, names] = await Promise.all([
    wallet === undefined ? null : ctx.wallets.of(wallet.id).summary(),
    userId === null ? [] : listOpenClaims(ctx.db, userId, maxOpenClaims),
    listNames(ctx.db, userId === null ? [] : [userId]),
  ]);
  const now = ctx.clock.now();
  const none = {
    balance: 0,
    outgoing: 0,
    issued: 0,
    received: 0,
    sent: 0,
    state: "open",
    frozenReason: null,
  } as const;
  return {
    wallet: wallet?.id ?? null,
    user: userId === null ? null : (names.get(userId) ?? null),
    ...(summary === null ? none : countsOf(summary)),
    claims: claims.map((claim) => ({
      id: claim.id,
      kind: claim.kind,
      amount: claim.amount,
      at: claim.createdAt,
      reason: claim.reason,
      isHeld: claim.heldAt !== null,
      isClaimable: claimState(claim, now) === "claimable",
    })),
  };
}

function countsOf(summary: WalletSummary) {
  const { size: _size, head: _head, ...counts } = toCounts(summary);
  return counts;
}
