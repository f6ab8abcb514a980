/** Owners of wallets, and the copies of wallets. */
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users, wallets } from "#db/schema/index.ts";

export type WalletRow = typeof wallets.$inferSelect;

export async function findWalletOf(db: Db, userId: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.userId, userId));
  return row;
}

/** The user's wallet; the first call, of any number at the same time, makes it with this `id`. */
export async function ensureWalletOf(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: number },
): Promise<WalletRow> {
  await db.insert(wallets).values({ id, userId, createdAt: now }).onConflictDoNothing();
  const row = await findWalletOf(db, userId);
  if (row === undefined) throw new Error("the user was deleted");
  return row;
}

/** Lists the owners of these wallets, those of deleted accounts left out. */
export async function listWalletUsers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; username: string }>> {
  const rows = await db
    .select({ wallet: wallets.id, id: users.id, username: users.username })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .where(inArray(wallets.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  return new Map(rows.map(({ wallet, id, username }) => [wallet, { id, username }]));
}

export type WalletCopy = Pick<
  WalletRow,
  | "id"
  | "spendable"
  | "outgoing"
  | "sent"
  | "received"
  | "issued"
  | "retired"
  | "size"
  | "head"
  | "changedAt"
  | "frozenAt"
  | "frozenReason"
  | "closedAt"
>;

/**
 * Stores a wallet's own counters and state. Counters that D1 has in a newer state, and a wallet that is closed, are left
 * as they are, unless the wallet was set back (`isSetBack`): copies may arrive late.
 */
export async function recordWallet(db: Db, copy: WalletCopy, isSetBack: boolean): Promise<void> {
  const { id, frozenAt, frozenReason, closedAt, ...counters } = copy;
  const isIt = eq(wallets.id, id);
  const isNewer = isSetBack ? isIt : and(isIt, lte(wallets.size, copy.size));
  await db.batch([
    db.update(wallets).set(counters).where(isNewer),
    db
      .update(wallets)
      .set({ frozenAt, frozenReason, closedAt })
      .where(isSetBack || closedAt !== null ? isIt : and(isIt, isNull(wallets.closedAt))),
  ]);
}

/** Finds the owner of a wallet; null where the account was deleted. */
export async function findWalletUser(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ userId: wallets.userId }).from(wallets).where(eq(wallets.id, id));
  return row?.userId ?? null;
}
