import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";

interface Owner {
  id: string;
  /** The hash as it was read: a value that was set since is not overwritten. */
  passwordHash: string;
}

const asRead = (user: Owner) => and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash));

/** Stores the same password with a better hash. */
export async function replaceHash(db: Db, user: Owner, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(asRead(user));
}

/**
 * Sets another password and ends every session, both or neither. False where the password was changed since
 * `passwordHash` was read.
 */
export async function replacePassword(db: Db, user: Owner, newHash: string): Promise<boolean> {
  const changed = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.passwordHash, newHash)));
  const [updated] = await db.batch([
    db.update(users).set({ passwordHash: newHash }).where(asRead(user)).returning({ id: users.id }),
    // No two hashes are alike: if the new one is stored, the statement before has set it.
    db.delete(sessions).where(inArray(sessions.userId, sql`(${changed})`)),
  ]);
  return updated.length === 1;
}
