/** Repairs a wallet that was set back to an older state: what its peers know is entered again. */
import type { AppContext } from "#app/context.ts";
import type { ResettledAnswer, WalletCommand } from "#app/domains/value/tokens/contract/acts.ts";
import type { ClaimToMint, WalletPort } from "#app/domains/value/tokens/port.ts";
import { findWallet, listPaidClaims, listPeers } from "#app/domains/value/tokens/queries/token-acts.ts";
import { logAct, newAct, requireWallet, stateFor } from "./acts.server.ts";

type Known = Awaited<ReturnType<WalletPort["between"]>>;

/** Wallets with something under way that are asked beside those that D1 names. */
const maxSending = 200;
const askedAtOnce = 20;

/**
 * Enters again the claims that D1 calls paid, and asks every peer that tips in D1, the wallet's own entries and open deliveries name what it has sent to this wallet
 * and received from it. Repeated, it adds nothing. Waits for a second operator where it is the operator's own wallet.
 * Throws `not-found`, `key-reused`.
 */
export async function resettleWallet(ctx: AppContext, input: WalletCommand): Promise<ResettledAnswer> {
  const { id: wallet, userId } = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "resettle", { wallet }, stateFor(ctx, [userId]));
  const view = await logAct(ctx, act);
  return { act: view, ...(act.state === "done" ? await resettle(ctx, wallet) : { added: 0, short: 0 }) };
}

/** Enters it, whoever has asked. */
export async function resettle(
  ctx: AppContext,
  wallet: string,
): Promise<Pick<ResettledAnswer, "added" | "short">> {
  const userId = (await findWallet(ctx.db, wallet))?.userId ?? null;
  const live = ctx.wallets.of(wallet);
  const peers = new Set([...(await listPeers(ctx.db, wallet, maxSending)), ...(await ownPeers(live))]);
  peers.delete(wallet);
  const known: Known[] = [];
  const ids = [...peers];
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const some = ids.slice(from, from + askedAtOnce);
    known.push(...(await Promise.all(some.map((id) => ctx.wallets.of(id).between(wallet)))));
  }
  const { added, short } = await live.resettle({
    minted: userId === null ? [] : await paidClaims(ctx, userId),
    received: known.flatMap(({ received }) => received),
    sent: known.flatMap(({ sent }) => sent),
  });
  ctx.log.info("wallet-resettled", { wallet, peers: ids.length, added, short });
  return { added, short };
}

const claimsAtOnce = 200;

/** All that D1 calls paid: the wallet issues each once. */
async function paidClaims(ctx: Pick<AppContext, "db">, userId: string): Promise<ClaimToMint[]> {
  const paid: ClaimToMint[] = [];
  for (let after = ""; ; ) {
    const some = await listPaidClaims(ctx.db, userId, after, claimsAtOnce);
    const last = some.at(-1);
    if (last === undefined) return paid;
    paid.push(...some);
    after = last.id;
  }
}

async function ownPeers(live: WalletPort): Promise<Set<string>> {
  const peers = new Set<string>();
  for (let after = 0; ; ) {
    const { head, entries } = await live.entries(after);
    for (const { peer } of entries) if (peer !== null) peers.add(peer);
    after = entries.at(-1)?.seq ?? head.size;
    if (after >= head.size) return peers;
  }
}
