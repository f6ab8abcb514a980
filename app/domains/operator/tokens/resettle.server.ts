/** Repairs a wallet that was set back to an older state: what its peers know is entered again. */
import type { AppContext } from "#app/context.ts";
import { insertAct, listPeers } from "#db/queries/token-acts.ts";
import type { ResettledAnswer, WalletCommand } from "../../tokens/contract/acts.ts";
import type { WalletPort } from "../../tokens/port.ts";
import { loggedAct, newAct, requireWallet } from "./acts.server.ts";

type Known = Parameters<WalletPort["resettle"]>[0];

/** Wallets with something under way that are asked beside those that D1 names. */
const maxSending = 200;
const askedAtOnce = 20;

/**
 * Asks every peer that tips in D1, the wallet's own entries and open deliveries name what it has sent to this wallet
 * and received from it. Repeated, it adds nothing. Throws `not-found`, `key-reused`.
 */
export async function resettleWallet(ctx: AppContext, input: WalletCommand): Promise<ResettledAnswer> {
  const { id: wallet } = await requireWallet(ctx, input.user);
  const act = newAct(ctx, input, "resettle", { wallet });
  await insertAct(ctx.db, act);
  const view = await loggedAct(ctx, act);
  const live = ctx.wallets.of(wallet);
  const peers = new Set([...(await listPeers(ctx.db, wallet, maxSending)), ...(await ownPeers(live))]);
  peers.delete(wallet);
  const known: Known = { received: [], sent: [] };
  const ids = [...peers];
  for (let from = 0; from < ids.length; from += askedAtOnce) {
    const some = ids.slice(from, from + askedAtOnce);
    for (const { received, sent } of await Promise.all(
      some.map((id) => ctx.wallets.of(id).between(wallet)),
    )) {
      known.received.push(...received);
      known.sent.push(...sent);
    }
  }
  const { added } = await live.resettle(known);
  ctx.log.info("wallet-resettled", { wallet, peers: ids.length, added });
  return { act: view, added };
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
