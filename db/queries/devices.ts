/** The sessions of one user as their signed-in devices. */
import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Db } from "../client.ts";
import { sessions } from "../schema/index.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** The open sessions of a user, the most recently used first. `now` is epoch ms. */
export function listSessions(db: Db, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}

/** Ends every session of a user except one; returns the hashes of those that were ended. */
export async function deleteOtherSessions(db: Db, userId: string, keptHash: string): Promise<string[]> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptHash)))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}
