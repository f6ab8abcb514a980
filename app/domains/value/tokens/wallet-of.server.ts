import type { AppContext } from "#app/context.ts";
import type { WalletKeysPort, WalletPort } from "./port.ts";
import { ensureWalletOf, findWalletOf, type WalletRow } from "./queries/wallets.ts";

/** A user's wallet: its row in D1 and its object. Null before their first token. */
export async function walletOf(
  ctx: Pick<AppContext, "db" | "wallets">,
  userId: string,
): Promise<{ row: WalletRow; live: WalletPort & WalletKeysPort } | null> {
  const row = await findWalletOf(ctx.db, userId);
  return row === undefined ? null : { row, live: ctx.wallets.of(row.id) };
}

/** The same, made where there is none yet. */
export async function ensureWallet(
  ctx: Pick<AppContext, "db" | "wallets" | "clock">,
  userId: string,
): Promise<{ row: WalletRow; live: WalletPort & WalletKeysPort }> {
  const found = await walletOf(ctx, userId);
  if (found !== null) return found;
  const row = await ensureWalletOf(ctx.db, { id: randomId(), userId, now: ctx.clock.now() });
  return { row, live: ctx.wallets.of(row.id) };
}

/** 128 random bits: not a ULID, whose time would tell when its user came. */
function randomId(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
