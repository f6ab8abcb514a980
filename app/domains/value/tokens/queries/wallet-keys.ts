/** The copies of wallets' public keys. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { toWrite, type Write } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";
import { users, wallets } from "#db/schema/index.ts";

/**
 * A wallet's key: the statement of its outbox. Null where it has none any more. A key that is another wallet's already
 * is left out: the calls refuse it before.
 */
export function recordWalletKey(
  db: Db,
  { id, key }: { id: string; key: { publicKey: string; address: string } | null },
): Write[] {
  const { publicKey, address } = key ?? { publicKey: null, address: null };
  const isFree = sql`not exists (select 1 from wallets as other where other.address = ${address} and other.id <> ${id})`;
  return [
    toWrite(
      db
        .update(wallets)
        .set({ publicKey, address })
        .where(and(eq(wallets.id, id), isFree)),
    ),
  ];
}

/** Whether another wallet than `id` has this address. */
export async function isAddressTaken(
  db: Db,
  { id, address }: { id: string; address: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.address, address), ne(wallets.id, id)));
  return rows.length > 0;
}

/** Finds who receives email about a wallet; undefined once the account is deleted or suspended. */
export async function findWalletOwner(
  db: Db,
  id: string,
): Promise<{ username: string; email: string } | undefined> {
  const [row] = await db
    .select({ username: users.username, email: users.email })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .where(and(eq(wallets.id, id), isNull(users.bannedAt)));
  return row;
}
