/** The sessions of one user as their signed-in devices. */
import { and, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { sessions, users } from "../schema/index.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** The open sessions of a user, the one used last first. `now` is epoch ms. */
export function listSessions(db: Db, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}

/** Ends every session of a user but one; answers the hashes of those that were ended. */
export async function deleteOtherSessions(db: Db, userId: string, keptHash: string): Promise<string[]> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptHash)))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}

/**
 * Sets another password and ends every session, both or neither. False where the password was changed by somebody
 * else since `passwordHash` was read.
 */
export async function replacePassword(
  db: Db,
  user: { id: string; passwordHash: string },
  newHash: string,
): Promise<boolean> {
  const changed = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, user.id), eq(users.passwordHash, newHash)));
  const [updated] = await db.batch([
    db
      .update(users)
      .set({ passwordHash: newHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
      .returning({ id: users.id }),
    // No two hashes are alike: where the new one stands, the statement before has set it.
    db.delete(sessions).where(inArray(sessions.userId, sql`(${changed})`)),
  ]);
  return updated.length === 1;
}
