/** One device passes the phrase to another of the same account; the server relays what it cannot read. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { AppError } from "#app/errors.ts";
import type { StoreSecretInput, SyncView, TakenSyncView } from "./contract/keys.ts";
import { readSealedSync } from "./keys/envelope-form.ts";
import { keyRates } from "./keys/key-rates.ts";
import { ensureWallet, walletOf } from "./wallet-of.server.ts";

/** Opens a relay for ten minutes; an earlier one ends. Throws `rate-limited`. */
export async function startSync(ctx: AppContext): Promise<SyncView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-sync-start:${viewer.id}`, keyRates.startSync);
  return (await ensureWallet(ctx, viewer.id)).live.startSync(viewer.sessionHash);
}

/** Puts the encrypted phrase into the relay. Throws `secret-not-sealed`, `sync-over`, `bad-input`. */
export async function fillSync(
  ctx: Pick<AppContext, "db" | "viewer" | "wallets">,
  { secret, sync, tag }: StoreSecretInput,
): Promise<SyncView> {
  const viewer = requireViewer(ctx);
  if (!sync || !tag) throw new AppError("bad-input");
  if (readSealedSync(secret) === null) throw new AppError("secret-not-sealed");
  const wallet = await walletOf(ctx, viewer.id);
  const filled = await wallet?.live.fillSync({ session: viewer.sessionHash, sync, tag, secret });
  if (!filled?.ok) throw new AppError("sync-over");
  const { state, expiresAt, triesLeft } = filled;
  return { sync, state, expiresAt, triesLeft };
}

/**
 * Returns the content of the relay with the right tag, in another session than the one that opened it: once. Otherwise
 * its state. Throws `sync-wrong`, `sync-over`, `rate-limited`.
 */
export async function getSync(ctx: AppContext, tag: string | null): Promise<TakenSyncView> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `wallet-sync:${viewer.id}`, keyRates.takeSync);
  const wallet = await walletOf(ctx, viewer.id);
  if (wallet === null) {
    if (tag !== null) throw new AppError("sync-over");
    return { state: "over", expiresAt: null, triesLeft: 0 };
  }
  const taken = await wallet.live.takeSync({ session: viewer.sessionHash, tag });
  if (!taken.ok) throw new AppError(taken.code);
  const { secret, state, expiresAt, triesLeft } = taken;
  return secret === null ? { state, expiresAt, triesLeft } : { state, secret };
}

/** Empties the relay. */
export async function endSync(ctx: Pick<AppContext, "db" | "viewer" | "wallets">): Promise<true> {
  const wallet = await walletOf(ctx, requireViewer(ctx).id);
  await wallet?.live.endSync();
  return true;
}
