import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { passkeys } from "#db/schema/index.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Lists passkeys in the order in which they were added. */
export function listPasskeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return row;
}

/** False where the user has `max`, or this credential is already registered, for any account. */
export function insertPasskey(db: Db, passkey: typeof passkeys.$inferInsert, max: number): Promise<boolean> {
  const present = db.$count(passkeys, eq(passkeys.userId, passkey.userId));
  const same = db.$count(passkeys, eq(passkeys.id, passkey.id));
  return batchUnless(db, sql`${present} >= ${max} or ${same} > 0`, [db.insert(passkeys).values(passkey)]);
}

/** False where the user has no such passkey. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Returns the removed passkey, or undefined where the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning();
  return row;
}

/**
 * Records a use. False where the counter did not grow, which means a copied authenticator or a repeated response;
 * authenticators without a counter stay at 0.
 */
export async function markPasskeyUsed(
  db: Db,
  id: string,
  use: { counter: number; lastUsedAt: number },
): Promise<boolean> {
  const isCounted = or(
    lt(passkeys.counter, use.counter),
    and(eq(passkeys.counter, 0), sql`${use.counter} = 0`),
  );
  const rows = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), isCounted))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}
