import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { temporaryReferrals, users } from "#db/schema/index.ts";

export async function keepReferral(db: Db, referral: typeof temporaryReferrals.$inferInsert): Promise<void> {
  const { userId, createdAt } = referral;
  await db
    .insert(temporaryReferrals)
    .values(referral)
    .onConflictDoUpdate({ target: temporaryReferrals.clientKey, set: { userId, createdAt } });
}

/** Id of the user who referred this client after `since` (epoch ms). */
export async function findKeptReferral(
  db: Db,
  clientKey: string,
  since: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: temporaryReferrals.userId })
    .from(temporaryReferrals)
    .where(and(eq(temporaryReferrals.clientKey, clientKey), gt(temporaryReferrals.createdAt, since)));
  return row?.userId;
}

export async function forgetReferral(db: Db, clientKey: string): Promise<void> {
  await db.delete(temporaryReferrals).where(eq(temporaryReferrals.clientKey, clientKey));
}

export async function deleteReferralsBefore(db: Db, before: number): Promise<void> {
  await db.delete(temporaryReferrals).where(lt(temporaryReferrals.createdAt, before));
}

/**
 * Sets who referred a user. False where a referrer is already set, or where the user is among those who referred the
 * referrer: directly, or through any number of others. In one statement, so also correct for two simultaneous calls.
 */
export async function setReferrer(db: Db, userId: string, referrerId: string): Promise<boolean> {
  const brought = sql`(
    with recursive chain(id) as (
      select ${referrerId}
      union
      select one.referrer_id from ${users} one join chain on one.id = chain.id where one.referrer_id is not null
    )
    select id from chain
  )`;
  const set = await db
    .update(users)
    .set({ referrerId })
    .where(and(eq(users.id, userId), isNull(users.referrerId), sql`${userId} not in ${brought}`))
    .returning({ id: users.id });
  return set.length === 1;
}
