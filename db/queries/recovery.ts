/** Mailed links that lead back into an account. */
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { emailChanges, mailTokens, sessions, users } from "../schema/index.ts";

interface Link {
  tokenHash: string;
  /** Epoch ms. */
  now: number;
}

const isOpen = ({ tokenHash, now }: Link) =>
  and(eq(mailTokens.tokenHash, tokenHash), eq(mailTokens.purpose, "recover"), gt(mailTokens.expiresAt, now));

export async function isRecoveryOpen(db: Db, link: Link): Promise<boolean> {
  return (await db.$count(mailTokens, isOpen(link))) > 0;
}

/**
 * Uses the link up and sets the password, ends every session and takes every other link of the account away, all of
 * it or nothing. Answers whose account it was to the first who comes, and undefined to everybody after.
 */
export async function resetPassword(
  db: Db,
  { passwordHash, ...link }: Link & { passwordHash: string },
): Promise<{ id: string; username: string; email: string } | undefined> {
  const owner = sql`(${db.select({ id: mailTokens.userId }).from(mailTokens).where(isOpen(link))})`;
  const [[user]] = await db.batch([
    db
      .update(users)
      // The link came by this address: whoever opens it has it.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${link.now})` })
      .where(and(eq(users.id, owner), isNull(users.bannedAt)))
      .returning({ id: users.id, username: users.username, email: users.email }),
    db.delete(sessions).where(eq(sessions.userId, owner)),
    db.delete(emailChanges).where(eq(emailChanges.userId, owner)),
    // Last: it takes away what the others go by.
    db.delete(mailTokens).where(and(eq(mailTokens.userId, owner), isWayIn)),
  ]);
  return user;
}

const isWayIn = inArray(mailTokens.purpose, ["recover", "change-email-old", "change-email-new"]);

/** Takes away every mailed link by which somebody could get at this account: its password or address changed. */
export async function withdrawLinks(db: Db, userId: string): Promise<void> {
  await db.batch([
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
    db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), isWayIn)),
  ]);
}
