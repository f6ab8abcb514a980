import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { mailTokens, sessions, users } from "#db/schema/index.ts";

/** The session with its owner's data and rights, or undefined. Ended and banned ones are found too. */
export async function findSession(db: Db, tokenHash: string) {
  const [row] = await db
    .select({
      userId: sessions.userId,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      username: users.username,
      photo: users.photo,
      badge: users.badge,
      badgeDisplayChat: users.badgeDisplayChat,
      performerType: users.performerType,
      isPerformer: users.isPerformer,
      hasPassedTest: users.hasPassedTest,
      isManager: users.isManager,
      isOperator: users.isOperator,
      bannedAt: users.bannedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, tokenHash));
  return row;
}

/**
 * Starts a session for a log-in that was checked against `passwordHash`. Returns false where the account has another
 * password by now, or is suspended or deleted: what ended all its sessions a moment ago applies to this one too.
 */
export async function insertSession(
  db: Db,
  session: typeof sessions.$inferSelect,
  passwordHash: string,
): Promise<boolean> {
  const value = (given: string | number | null) => sql`${given}`;
  const rows = await db
    .insert(sessions)
    .select(
      db
        .select({
          tokenHash: value(session.tokenHash).as("token_hash"),
          userId: users.id,
          createdAt: value(session.createdAt).as("created_at"),
          lastSeenAt: value(session.lastSeenAt).as("last_seen_at"),
          expiresAt: value(session.expiresAt).as("expires_at"),
          userAgent: value(session.userAgent).as("user_agent"),
          country: value(session.country).as("country"),
        })
        .from(users)
        .where(
          and(eq(users.id, session.userId), eq(users.passwordHash, passwordHash), isNull(users.bannedAt)),
        ),
    )
    .returning({ userId: sessions.userId });
  return rows.length === 1;
}

export async function touchSession(
  db: Db,
  tokenHash: string,
  seen: { lastSeenAt: number; expiresAt: number },
): Promise<void> {
  await db.update(sessions).set(seen).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Expired sessions and emailed tokens. */
export async function deleteEndedSessions(db: Db, now: number): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(mailTokens).where(lt(mailTokens.expiresAt, now)),
  ]);
}

export async function insertMailToken(db: Db, token: typeof mailTokens.$inferInsert): Promise<void> {
  await db.insert(mailTokens).values(token);
}

/** The owner of this token, while it is valid. */
export async function findMailTokenOwner(
  db: Db,
  input: { tokenHash: string; purpose: "verify-email" | "recover"; now: number },
): Promise<{ id: string; username: string; email: string } | undefined> {
  const [owner] = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(
      and(
        eq(mailTokens.tokenHash, input.tokenHash),
        eq(mailTokens.purpose, input.purpose),
        gt(mailTokens.expiresAt, input.now),
        isNull(users.bannedAt),
      ),
    );
  return owner;
}

/** Uses the token up: returns its owner once, and undefined to all later callers. */
export async function takeMailToken(
  db: Db,
  input: { tokenHash: string; purpose: "verify-email" | "recover"; now: number },
): Promise<string | undefined> {
  const [taken] = await db
    .delete(mailTokens)
    .where(and(eq(mailTokens.tokenHash, input.tokenHash), eq(mailTokens.purpose, input.purpose)))
    .returning({ userId: mailTokens.userId, expiresAt: mailTokens.expiresAt });
  return taken !== undefined && taken.expiresAt > input.now ? taken.userId : undefined;
}
