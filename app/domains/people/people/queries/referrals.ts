import { and, eq, exists, gt, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { temporaryReferrals, users } from "#db/schema/index.ts";

const referrers = alias(users, "referrers");

export async function keepReferral(db: Db, referral: typeof temporaryReferrals.$inferInsert): Promise<void> {
  const { userId, createdAt } = referral;
  await db
    .insert(temporaryReferrals)
    .values(referral)
    .onConflictDoUpdate({ target: temporaryReferrals.clientKey, set: { userId, createdAt } });
}

/** The id, in a statement, of the user, not suspended, who referred this client after `since` (epoch ms). */
export const keptReferrer = (db: Db, { clientKey, since }: { clientKey: string; since: number }) =>
  sql<string | null>`(${db
    .select({ id: referrers.id })
    .from(temporaryReferrals)
    .innerJoin(referrers, eq(referrers.id, temporaryReferrals.userId))
    .where(
      and(
        eq(temporaryReferrals.clientKey, clientKey),
        gt(temporaryReferrals.createdAt, since),
        isNull(referrers.bannedAt),
      ),
    )})`;

/** Deletes what is kept for this client, once there is an account with this id. */
export const deleteKeptReferral = (db: Db, clientKey: string, userId: string) =>
  db
    .delete(temporaryReferrals)
    .where(
      and(
        eq(temporaryReferrals.clientKey, clientKey),
        exists(db.select({ id: users.id }).from(users).where(eq(users.id, userId))),
      ),
    );

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
