/** Whose wallet is whose, and the copies of wallets. */
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { users, wallets } from "../schema/index.ts";
import { toWrite, type Write } from "./rooms.ts";

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

/** Who these wallets belong to, those of deleted accounts left out. */
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

/** A wallet's own counters: the statement of its outbox. One that D1 has in a newer state is left as it is. */
export function recordWallet(
  db: Db,
  copy: Pick<
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
  >,
): Write[] {
  const { id, ...counters } = copy;
  const isNewer = sql`${wallets.id} = ${id} and ${wallets.size} < ${copy.size}`;
  return [toWrite(db.update(wallets).set(counters).where(isNewer))];
}
