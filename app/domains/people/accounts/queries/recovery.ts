/** Emailed links that recover access to an account. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { emailChanges, mailTokens, passkeys, secondFactors, sessions, users } from "#db/schema/index.ts";

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
 * The account that this link recovers, and what else can recover it; undefined where the link is used, expired or
 * invalid.
 */
export async function findRecovery(
  db: Db,
  link: Link,
): Promise<{ username: string; passkeys: string[]; isSecondFactorOn: boolean } | undefined> {
  const owner = ownerOf(db, link);
  const [found, keys, factors] = await db.batch([
    db
      .select({ username: users.username })
      .from(users)
      .where(and(eq(users.id, owner), isNull(users.bannedAt))),
    db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.userId, owner))
      .orderBy(asc(passkeys.createdAt)),
    confirmedFactor(db, owner),
  ]);
  const [user] = found;
  if (user === undefined) return undefined;
  return { ...user, passkeys: keys.map(({ name }) => name), isSecondFactorOn: factors.length > 0 };
}

/**
 * Uses the link up and sets the password, ends every session, deletes every other link of the account and its passkeys,
 * unless they are to be kept or a second factor is required besides the password: all of it or nothing. Returns the
 * account's id to the first caller, and undefined to all later ones.
 */
export async function resetPassword(
  db: Db,
  { passwordHash, keepsPasskeys, ...link }: Link & { passwordHash: string; keepsPasskeys: boolean },
): Promise<
  | {
      user: { id: string; username: string; email: string };
      sessionsEnded: number;
      passkeysRemoved: string[];
      passkeysKept: string[];
      isSecondFactorOn: boolean;
    }
  | undefined
> {
  const owner = ownerOf(db, link);
  const mayRemove = keepsPasskeys ? sql`false` : notExists(confirmedFactor(db, owner));
  const [[user], ended, removed, kept, factors] = await db.batch([
    db
      .update(users)
      // The link was emailed to this address, so opening it confirms the address.
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${link.now})` })
      .where(and(eq(users.id, owner), isNull(users.bannedAt)))
      .returning({ id: users.id, username: users.username, email: users.email }),
    db.delete(sessions).where(eq(sessions.userId, owner)).returning({ userId: sessions.userId }),
    db
      .delete(passkeys)
      .where(and(eq(passkeys.userId, owner), mayRemove))
      .returning({ name: passkeys.name }),
    db.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, owner)),
    confirmedFactor(db, owner),
    db.delete(emailChanges).where(eq(emailChanges.userId, owner)),
    // Last, because it deletes what the other statements depend on.
    db.delete(mailTokens).where(and(eq(mailTokens.userId, owner), isWayIn)),
  ]);
  if (user === undefined) return undefined;
  return {
    user,
    sessionsEnded: ended.length,
    passkeysRemoved: removed.map(({ name }) => name),
    passkeysKept: kept.map(({ name }) => name),
    isSecondFactorOn: factors.length > 0,
  };
}

const ownerOf = (db: Db, link: Link) =>
  sql`(${db.select({ id: mailTokens.userId }).from(mailTokens).where(isOpen(link))})`;

/** Selects one row where log-in asks for a code. */
function confirmedFactor(db: Db, owner: SQL) {
  return db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, owner), isNotNull(secondFactors.confirmedAt)));
}

const isWayIn = inArray(mailTokens.purpose, ["recover", "change-email-old", "change-email-new"]);

/** Deletes every emailed link that gives access to this account: its password or address has changed. */
export async function withdrawLinks(db: Db, userId: string): Promise<void> {
  await db.batch([
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
    db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), isWayIn)),
  ]);
}
