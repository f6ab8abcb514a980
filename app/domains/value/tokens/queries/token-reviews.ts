/** People who are to be searched for claims, what they have done, and the claims that are found (docs/tokens.md). */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { awards, listens, tokenClaims, tokenReviews, userAwards, users } from "#db/schema/index.ts";

/** A person who is due; `changes` tells whether history was written since. */
export interface DueReview {
  userId: string;
  changes: number;
}

/** The people who have waited longest. */
export function listDueReviews(db: Db, now: number, limit: number): Promise<DueReview[]> {
  return db
    .select({ userId: tokenReviews.userId, changes: tokenReviews.changes })
    .from(tokenReviews)
    .where(lte(tokenReviews.wantedAt, now))
    .orderBy(asc(tokenReviews.wantedAt))
    .limit(limit);
}

const asJson = (value: unknown) => sql`${JSON.stringify(value)}`;
const person = (userIds: readonly string[]) => sql`(select value as id from json_each(${asJson(userIds)}))`;

export interface ReviewedPerson {
  id: string;
  createdAt: number;
  verifiedAt: number | null;
  /** Null also where the referrer is gone or suspended. */
  referrerId: string | null;
}

/** Those among them who are not suspended. */
export function listReviewed(db: Db, userIds: readonly string[]): Promise<ReviewedPerson[]> {
  return db.all<ReviewedPerson>(sql`
    select ${users.id} as "id", ${users.createdAt} as "createdAt", ${users.emailVerifiedAt} as "verifiedAt",
      (select by.id from ${users} as by where by.id = ${users}.referrer_id and by.banned_at is null) as "referrerId"
    from ${person(userIds)} as person inner join ${users} on ${users.id} = person.id
    where ${users.bannedAt} is null`);
}

const dayMs = 24 * 3_600_000;
const day = sql.raw(`(listened_at / ${dayMs})`);

/**
 * Counts on how many days (UTC) they have listened to how many performances of others. A listen is one row for each
 * performance that the room has known as heard; replays and listeners without an account have none (docs/counting.md).
 */
export function listHeard(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; performances: number; days: number }[]> {
  return db.all(sql`
    select ${listens.listener} as "userId", count(*) as "performances", count(distinct ${day}) as "days"
    from ${person(userIds)} as person cross join ${listens} on ${listens.listener} = person.id
    where ${listens.performerId} is not ${listens.listener}
    group by ${listens.listener}`);
}

/** The weeks since `since` in which they listened on at least `days` days: their Mondays, such as `2026-11-23`. */
export function listSteadyWeeks(
  db: Db,
  input: { userIds: readonly string[]; since: number; days: number },
): Promise<{ userId: string; week: string }[]> {
  const { userIds, since, days } = input;
  // The first day of 1970 was a Thursday.
  const week = sql.raw(`((listened_at / ${dayMs} + 3) / 7)`);
  return db.all(sql`
    select ${listens.listener} as "userId", date((${week} * 7 - 3) * 86400, 'unixepoch') as "week"
    from ${person(userIds)} as person cross join ${listens} on ${listens.listener} = person.id
    where ${listens.performerId} is not ${listens.listener} and ${listens.listenedAt} >= ${since}
    group by ${listens.listener}, ${week} having count(distinct ${day}) >= ${days}`);
}

/** Awards that a rule of Cue has brought them. */
export async function listRuleAwards(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; awardId: string; title: string }[]> {
  return db
    .select({ userId: userAwards.userId, awardId: userAwards.awardId, title: awards.title })
    .from(userAwards)
    .innerJoin(awards, eq(awards.id, userAwards.awardId))
    .where(
      and(
        sql`${userAwards.userId} in ${person(userIds)}`,
        sql`${userAwards.stageId} is null`,
        eq(userAwards.isManual, false),
      ),
    );
}

export interface NewClaim {
  id: string;
  userId: string;
  kind: (typeof tokenClaims.$inferSelect)["kind"];
  source: string;
  amount: number;
  reason: string;
  /** The person whose newcomers are counted, of a referral. */
  referrerId: string | null;
}

/**
 * Adds the claims that are not there, in one statement: what there is, also a void one, stays. Those for the newcomers
 * of one referrer beyond `perMonth` since `monthStart` are held for an operator. Returns how many are new.
 */
export async function insertClaims(
  db: Db,
  claims: readonly NewClaim[],
  { now, monthStart, perMonth }: { now: number; monthStart: number; perMonth: number },
): Promise<number> {
  if (claims.length === 0) return 0;
  const field = (name: keyof NewClaim) => sql`each.value ->> ${sql.raw(`'${name}'`)}`;
  const rows = await db.all(sql`
    with item as (
      select ${field("id")} as id, ${field("userId")} as user_id, ${field("kind")} as kind, ${field("source")} as source,
        ${field("amount")} as amount, ${field("reason")} as reason, ${field("referrerId")} as referrer_id
      from json_each(${asJson(claims)}) as each),
    added as (
      select item.*, case when referrer_id is null then 0 else dense_rank() over (
          partition by referrer_id order by substr(source, 1, instr(source, '/'))) + (
          select count(*) from ${tokenClaims} as earlier
          where earlier.user_id = item.referrer_id and earlier.kind = 'referral'
            and earlier.source glob '*/referrer' and earlier.created_at >= ${monthStart}) end as nth
      from item
      where exists (select 1 from ${users} where ${users.id} = item.user_id) and not exists (
        select 1 from ${tokenClaims} as known where known.kind = item.kind and known.source = item.source))
    insert into ${tokenClaims} (id, user_id, kind, source, amount, reason, created_at, held_at)
    select id, user_id, kind, source, amount, reason, ${now}, case when nth > ${perMonth} then ${now} end
    from added where true on conflict do nothing returning id`);
  return rows.length;
}

/**
 * The people are searched: they leave the list, or stay until `nextAt`. Someone whose history has grown since then stays
 * as they are.
 */
export async function finishTokenReviews(
  db: Db,
  reviews: readonly (DueReview & { nextAt: number | null })[],
): Promise<void> {
  const done = sql`select value ->> 'userId' as user_id, value ->> 'changes' as changes, value ->> 'nextAt' as next_at
    from json_each(${asJson(reviews)})`;
  const same = sql`done.user_id = ${tokenReviews}.user_id and done.changes = ${tokenReviews}.changes`;
  await db.batch([
    db
      .delete(tokenReviews)
      .where(
        sql`user_id in (select done.user_id from (${done}) as done where ${same} and done.next_at is null)`,
      ),
    db
      .update(tokenReviews)
      .set({ wantedAt: sql`(select done.next_at from (${done}) as done where ${same})` })
      .where(
        sql`user_id in (select done.user_id from (${done}) as done where ${same} and done.next_at is not null)`,
      ),
  ]);
}

/** They could not be searched: they wait behind the others. */
export async function postponeTokenReviews(db: Db, userIds: readonly string[], until: number): Promise<void> {
  await db
    .update(tokenReviews)
    .set({ wantedAt: until })
    .where(sql`${tokenReviews.userId} in ${person(userIds)}`);
}
