/** Claims: what waits, what may be claimed, what is paid. */
import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tokenCheck, tokenClaims, users, wallets } from "#db/schema/index.ts";

export type ClaimRow = typeof tokenClaims.$inferSelect;

/** Whether a reconciliation has found something: nothing ripens, is granted or claimed until it is settled. */
const paused = sql`exists (select 1 from ${tokenCheck} where json_array_length(${tokenCheck.drift}) > 0)`;
const idsOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** Whether nothing may be granted or claimed now, because the last reconciliation found a difference. */
export async function areTokensPaused(db: Db): Promise<boolean> {
  const [row] = await db.all<{ paused: number }>(sql`select ${paused} as paused`);
  return row?.paused === 1;
}

/** Whether a claim was earned by an account that was created after that; what operators grant is no matter of age. */
const ofYoung = (
  claim: SQL,
  createdSince: number,
) => sql`(${claim}.kind not in ('grant', 'label') and exists (
  select 1 from ${users} where ${users.id} = ${claim}.user_id and ${users.createdAt} > ${createdSince}))`;

/** Tokens that have become claimable since then; with `createdSince` only those of young accounts. */
const ripened = (since: number, createdSince?: number) => sql`(
  select coalesce(sum(amount), 0) from ${tokenClaims} as known where ripe_at >= ${since} and state <> 'void'
    ${createdSince === undefined ? sql`` : sql`and ${ofYoung(sql`known`, createdSince)}`})`;

/** Sums the ripened claims of all accounts, or of young ones. */
export async function sumRipened(db: Db, since: number, createdSince?: number): Promise<number> {
  const [row] = await db.all<{ amount: number }>(sql`select ${ripened(since, createdSince)} as amount`);
  return row?.amount ?? 0;
}

/**
 * Makes the oldest waiting claims claimable, as far as the day's tokens reach, in one statement: two runs at the same
 * time never exceed them. Young accounts together get their share of the day at most, and what they have waiting beyond
 * it stops no one. A claim that no day could bring is left out, so that it does not stop those behind it. Returns how
 * many.
 */
export async function ripenClaims(
  db: Db,
  input: {
    now: number;
    dayStart: number;
    perDay: number;
    claimMs: number;
    limit: number;
    /** Accounts created since then, and what they get of a day. */
    young: { since: number; perDay: number };
  },
): Promise<number> {
  const { now, dayStart, perDay, claimMs, limit, young } = input;
  const oldest = (isYoung: boolean, max: number) => sql`
    select * from (
      select id, amount, created_at, sum(amount) over (order by created_at, id rows unbounded preceding) as total from (
        select id, amount, created_at from ${tokenClaims} as waiting
        where state = 'waiting' and ripe_at is null and held_at is null and amount <= ${max}
          and ${isYoung ? sql`` : sql`not`} ${ofYoung(sql`waiting`, young.since)}
        order by created_at, id limit ${limit}))`;
  const rows = await db.all(sql`
    update ${tokenClaims} set ripe_at = ${now}, expires_at = ${now + claimMs}
    where id in (
      select id from (
        select id, sum(amount) over (order by created_at, id rows unbounded preceding) as total from (
          ${oldest(false, perDay)}
          union all
          ${oldest(true, young.perDay)} where total <= ${young.perDay} - ${ripened(dayStart, young.since)}))
      where total <= ${perDay} - ${ripened(dayStart)})
    and not ${paused} returning id`);
  return rows.length;
}

/**
 * A user's claimable claims are now being paid; those of a frozen wallet stay as they are, so that operators can still
 * end them.
 */
export async function startClaims(db: Db, userId: string, now: number): Promise<void> {
  await db.run(sql`
    update ${tokenClaims} set state = 'claiming'
    where user_id = ${userId} and state = 'waiting' and ripe_at <= ${now} and held_at is null and expires_at > ${now}
      and not ${paused}
      and not exists (select 1 from ${wallets} where user_id = ${userId} and frozen_at is not null)`);
}

/** Those that are being paid, the oldest first. */
export function listClaiming(db: Db, userId: string, limit: number): Promise<ClaimRow[]> {
  return db
    .select()
    .from(tokenClaims)
    .where(and(eq(tokenClaims.userId, userId), eq(tokenClaims.state, "claiming")))
    .orderBy(tokenClaims.createdAt, tokenClaims.id)
    .limit(limit);
}

/** Those that are paid by this call: of calls at the same time, each claim is in the answer of one. */
export function finishClaims(db: Db, ids: readonly string[], now: number): Promise<ClaimRow[]> {
  return db
    .update(tokenClaims)
    .set({ state: "claimed", claimedAt: now })
    .where(and(sql`${tokenClaims.id} in ${idsOf(ids)}`, eq(tokenClaims.state, "claiming")))
    .returning();
}

/** Users whose claims are being paid and whose wallets are not frozen: a call that died left them. In any order. */
export async function listUnfinishedClaimants(db: Db, limit: number): Promise<string[]> {
  const rows = await db.all<{ userId: string }>(sql`
    select distinct user_id as "userId" from ${tokenClaims}
    where state = 'claiming' and state in ('waiting', 'claiming') and not exists (
      select 1 from ${wallets} where ${wallets.userId} = ${tokenClaims}.user_id and frozen_at is not null)
    order by random() limit ${limit}`);
  return rows.map(({ userId }) => userId);
}

/** A user's claims, newest first, without those that operators have ended; `reason` as its owner reads it. */
export async function listClaims(db: Db, userId: string, limit: number): Promise<ClaimRow[]> {
  const rows = await db
    .select({ claim: tokenClaims, newcomer: users.username })
    .from(tokenClaims)
    .leftJoin(users, sql`${users.id} = ${newcomerOf}`)
    .where(and(eq(tokenClaims.userId, userId), ne(tokenClaims.state, "void")))
    .orderBy(desc(tokenClaims.createdAt), desc(tokenClaims.id))
    .limit(limit);
  return rows.map(({ claim, newcomer }) => ({ ...claim, reason: newcomer ?? claim.reason }));
}

/** The newcomer of a referrer's claim: named as long as their account exists. */
const newcomerOf = sql`case when ${tokenClaims.kind} = 'referral' and ${tokenClaims.source} glob '*/referrer'
  then substr(${tokenClaims.source}, 1, instr(${tokenClaims.source}, '/') - 1) end`;

export interface ClaimSums {
  claimed: number;
  claimable: number;
  waiting: number;
  /** Those of `waiting` that no operator holds. */
  unripe: number;
}

export async function sumClaims(db: Db, userId: string, now: number): Promise<ClaimSums> {
  const sumOf = (condition: ReturnType<typeof sql>) =>
    sql`coalesce(sum(case when ${condition} then amount end), 0)`;
  const isOpen = sql`state = 'waiting' and held_at is null`;
  const [row] = await db.all<ClaimSums>(sql`
    select ${sumOf(sql`state = 'claimed'`)} as "claimed",
      ${sumOf(sql`state = 'claiming' or (${isOpen} and ripe_at <= ${now} and expires_at > ${now})`)} as "claimable",
      ${sumOf(sql`state = 'waiting' and (held_at is not null or ripe_at is null)`)} as "waiting",
      ${sumOf(sql`${isOpen} and ripe_at is null`)} as "unripe"
    from ${tokenClaims} where user_id = ${userId}`);
  return row ?? { claimed: 0, claimable: 0, waiting: 0, unripe: 0 };
}

/** Lists reasons by claim id, with the newcomer's name as the reason of a referral. */
export async function listClaimReasons(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<ClaimRow, "kind" | "reason">>> {
  const rows = await db
    .select({
      id: tokenClaims.id,
      kind: tokenClaims.kind,
      reason: tokenClaims.reason,
      newcomer: users.username,
    })
    .from(tokenClaims)
    .leftJoin(users, sql`${users.id} = ${newcomerOf}`)
    .where(inArray(tokenClaims.id, idsOf(ids)));
  return new Map(rows.map(({ id, kind, reason, newcomer }) => [id, { kind, reason: newcomer ?? reason }]));
}
