/** The sessions of one user as their signed-in devices. */
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";

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

/** Ends all but the `kept` most recently used sessions of a user; returns the hashes of those that were ended. */
export async function deleteOldestSessions(db: Db, userId: string, kept: number): Promise<string[]> {
  const oldest = sql`select token_hash from ${sessions} where user_id = ${userId}
    order by last_seen_at desc, created_at desc limit -1 offset ${kept}`;
  const ended = await db
    .delete(sessions)
    .where(sql`${sessions.tokenHash} in (${oldest})`)
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}
