import type { AppContext } from "#app/context.ts";
import { withTimeout } from "#app/with-timeout.ts";
import type { TokensStatusView } from "./contract/proof.ts";
import { findAnyWallet } from "./queries/token-check.ts";
import { areTokensPaused } from "./queries/token-claims.ts";

/** A wallet that does not answer within this time does not answer. */
const answerMs = 3_000;

/** This isolate's last answer, by database, shared by all requests of a few seconds. */
const kept = new WeakMap<object, { at: number; status: TokensStatusView }>();
export const tokensStatusMs = 5_000;

/** Whether the books are in order, and a wallet really answers. Never throws. */
export async function openTokensStatus(
  ctx: Pick<AppContext, "db" | "wallets" | "clock">,
): Promise<TokensStatusView> {
  const now = ctx.clock.now();
  const last = kept.get(ctx.db.$client);
  if (last !== undefined && Math.abs(now - last.at) < tokensStatusMs) return last.status;
  const state = (await isInOrder(ctx).catch(() => false)) ? "operational" : "being-checked";
  const status = { state } as const;
  kept.set(ctx.db.$client, { at: now, status });
  return status;
}

async function isInOrder({ db, wallets }: Pick<AppContext, "db" | "wallets">): Promise<boolean> {
  const [isBeingChecked, wallet] = await withTimeout(
    answerMs,
    Promise.all([areTokensPaused(db), findAnyWallet(db)]),
  );
  if (wallet !== undefined) await withTimeout(answerMs, wallets.of(wallet).summary());
  return !isBeingChecked;
}
