/** A change of email address, and the two emailed links that confirm it. */
import { and, eq, exists, gt, inArray, isNotNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { emailChanges, mailTokens, users } from "#db/schema/index.ts";

export type EmailChangeRow = typeof emailChanges.$inferSelect;

interface Link {
  tokenHash: string;
  /** Epoch ms. */
  now: number;
}

const isOfChange = inArray(mailTokens.purpose, ["change-email-old", "change-email-new"]);
/** Links that prove access to the old address; all of them end with it. */
const provesAddress = inArray(mailTokens.purpose, [
  "verify-email",
  "recover",
  "change-email-old",
  "change-email-new",
]);

const isOpen = ({ tokenHash, now }: Link) =>
  and(eq(mailTokens.tokenHash, tokenHash), isOfChange, gt(mailTokens.expiresAt, now));

export async function findEmailChange(
  db: Db,
  userId: string,
  now: number,
): Promise<EmailChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row;
}

/**
 * Inserts a change in place of any other that waits, whose links are deleted. `links` are hashes of the emailed tokens.
 */
export async function insertEmailChange(
  db: Db,
  change: Pick<EmailChangeRow, "userId" | "email" | "emailKey" | "expiresAt">,
  links: { oldHash: string; newHash: string },
): Promise<void> {
  const { userId, expiresAt } = change;
  await db.batch([
    db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), isOfChange)),
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
    db.insert(emailChanges).values(change),
    db.insert(mailTokens).values([
      { tokenHash: links.oldHash, userId, purpose: "change-email-old", expiresAt },
      { tokenHash: links.newHash, userId, purpose: "change-email-new", expiresAt },
    ]),
  ]);
}

/**
 * Finds the user whose open change this link confirms, and the side it comes from; undefined for a link that is used,
 * expired or invalid.
 */
export async function findEmailLink(db: Db, link: Link) {
  const [row] = await db
    .select({
      purpose: mailTokens.purpose,
      user: { id: users.id, username: users.username, email: users.email },
      email: emailChanges.email,
    })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .innerJoin(emailChanges, eq(emailChanges.userId, mailTokens.userId))
    .where(isOpen(link));
  return row;
}

/**
 * Uses the link up and records that its side has confirmed. Once both have, the account gets its new address, and every
 * link that was emailed to the old one is deleted: all of it or nothing. Undefined for a link that is not open;
 * otherwise `isApplied`, or `isTaken` where someone else got the address meanwhile, which cancels this change.
 */
export async function confirmEmailLink(
  db: Db,
  link: Link,
): Promise<{ isApplied: boolean; isTaken: boolean } | undefined> {
  const { tokenHash, now } = link;
  const owner = sql`(${db.select({ id: mailTokens.userId }).from(mailTokens).where(isOpen(link))})`;
  const hasSide = (purpose: "change-email-old" | "change-email-new") =>
    exists(
      db
        .select()
        .from(mailTokens)
        .where(and(isOpen(link), eq(mailTokens.purpose, purpose))),
    );
  const noted = (
    purpose: "change-email-old" | "change-email-new",
    column: typeof emailChanges.oldConfirmedAt | typeof emailChanges.newConfirmedAt,
  ) => sql`case when ${hasSide(purpose)} then coalesce(${column}, ${now}) else ${column} end`;
  const isAgreed = and(
    eq(emailChanges.userId, owner),
    isNotNull(emailChanges.oldConfirmedAt),
    isNotNull(emailChanges.newConfirmedAt),
  );
  const agreed = (column: typeof emailChanges.email | typeof emailChanges.emailKey) =>
    sql`(${db.select({ value: column }).from(emailChanges).where(isAgreed)})`;
  const others = alias(users, "others");

  const [[change], applied] = await db.batch([
    db
      .update(emailChanges)
      .set({
        oldConfirmedAt: noted("change-email-old", emailChanges.oldConfirmedAt),
        newConfirmedAt: noted("change-email-new", emailChanges.newConfirmedAt),
      })
      .where(and(eq(emailChanges.userId, owner), gt(emailChanges.expiresAt, now)))
      .returning(),
    db
      .update(users)
      .set({
        email: agreed(emailChanges.email),
        emailKey: agreed(emailChanges.emailKey),
        emailVerifiedAt: now,
      })
      .where(
        and(
          eq(users.id, owner),
          exists(db.select().from(emailChanges).where(isAgreed)),
          notExists(
            db
              .select()
              .from(others)
              .where(eq(others.emailKey, agreed(emailChanges.emailKey))),
          ),
        ),
      )
      .returning({ id: users.id }),
    db.delete(mailTokens).where(
      and(
        eq(mailTokens.userId, owner),
        provesAddress,
        exists(db.select().from(emailChanges).where(isAgreed)),
        // The link itself is deleted last, because the other statements find the account by it.
        sql`${mailTokens.tokenHash} <> ${tokenHash}`,
      ),
    ),
    db.delete(emailChanges).where(isAgreed),
    db.delete(mailTokens).where(isOpen(link)),
  ]);
  if (change === undefined) return undefined;
  const isAgreedNow = change.oldConfirmedAt !== null && change.newConfirmedAt !== null;
  return { isApplied: applied.length === 1, isTaken: isAgreedNow && applied.length === 0 };
}

/** Cancels the pending change and deletes its links; does nothing where there is none. */
export async function deleteEmailChange(db: Db, userId: string): Promise<void> {
  await db.batch([
    db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), isOfChange)),
    db.delete(emailChanges).where(eq(emailChanges.userId, userId)),
  ]);
}
