import { and, asc, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Write } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";
import { outboxMails } from "#db/schema/index.ts";

export type OutboxMail = typeof outboxMails.$inferSelect;

export async function insertMail(db: Db, mail: typeof outboxMails.$inferInsert): Promise<void> {
  await db.insert(outboxMails).values(mail);
}

/** The same write for an object's own outbox; once per id. */
export function writeMail(db: Db, mail: typeof outboxMails.$inferInsert): Write[] {
  const { sql: text, params } = db.insert(outboxMails).values(mail).onConflictDoNothing().toSQL();
  return [{ sql: text, params: params as Write["params"] }];
}

export async function findMail(db: Db, id: string): Promise<OutboxMail | undefined> {
  const [row] = await db.select().from(outboxMails).where(eq(outboxMails.id, id));
  return row;
}

/** Oldest first. An email that failed `maxAttempts` times stays for people to look at. */
export async function listUnsentMails(db: Db, limit: number, maxAttempts: number): Promise<OutboxMail[]> {
  return db
    .select()
    .from(outboxMails)
    .where(and(isNull(outboxMails.sentAt), lt(outboxMails.attempts, maxAttempts)))
    .orderBy(asc(outboxMails.at))
    .limit(limit);
}

/** Counts the attempt before it is made; false when another run took this email at the same time. */
export async function claimMail(db: Db, mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean> {
  const claimed = await db
    .update(outboxMails)
    .set({ attempts: sql`${outboxMails.attempts} + 1` })
    .where(
      and(eq(outboxMails.id, mail.id), eq(outboxMails.attempts, mail.attempts), isNull(outboxMails.sentAt)),
    )
    .returning({ id: outboxMails.id });
  return claimed.length === 1;
}

/**
 * Deletes its text, which contains links into accounts that a copy of the database must not hold, and its subject, which
 * may have the name of someone who deletes their account.
 */
export async function markMailSent(db: Db, id: string, sentAt: number): Promise<void> {
  const nothing = { subject: "", text: "", html: "", headers: {} };
  await db
    .update(outboxMails)
    .set({ sentAt, ...nothing })
    .where(eq(outboxMails.id, id));
}

/** Newest first. */
export async function listMails(db: Db, limit: number): Promise<OutboxMail[]> {
  return db.select().from(outboxMails).orderBy(desc(outboxMails.at), desc(outboxMails.id)).limit(limit);
}

/** Sent emails, and emails so old that they never will be sent. */
export async function deleteOldMails(db: Db, before: { sent: number; stored: number }): Promise<void> {
  await db
    .delete(outboxMails)
    .where(or(lt(outboxMails.sentAt, before.sent), lt(outboxMails.at, before.stored)));
}
