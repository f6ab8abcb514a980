/** Tips as their sender and performer read them, and what is left of old ones. */
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sets, stages, tipSums, tips } from "#db/schema/index.ts";

export type TipRow = typeof tips.$inferSelect;
export interface TipWithPlace {
  tip: TipRow;
  stage: { id: string; name: string } | null;
  set: { id: string; name: string } | null;
}

/**
 * Lists tips by their ids; those that have not arrived in D1, and those that are older than 13 months, are left out.
 */
export async function listTips(db: Db, ids: readonly string[]): Promise<Map<string, TipWithPlace>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      tip: tips,
      stage: { id: stages.id, name: stages.name },
      set: { id: sets.id, name: sets.name },
    })
    .from(tips)
    .leftJoin(stages, eq(stages.id, tips.stageId))
    .leftJoin(sets, eq(sets.id, tips.setId))
    .where(inArray(tips.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  return new Map(rows.map((row) => [row.tip.id, row]));
}

export async function findTip(db: Db, id: string): Promise<TipRow | undefined> {
  const [row] = await db.select().from(tips).where(eq(tips.id, id));
  return row;
}

export interface ReceivedRow {
  setId: string | null;
  setName: string | null;
  stageId: string | null;
  stageName: string | null;
  at: number;
  tips: number;
  amount: number;
}

/**
 * Lists tips to a wallet, newest first: a row for each set, each day (UTC) outside sets, and each month of old ones.
 */
export function listReceived(db: Db, wallet: string, limit: number): Promise<ReceivedRow[]> {
  return db.all<ReceivedRow>(sql`
    with line as (
      select set_id, case when set_id is null then tipped_at / 86400000 end as span, stage_id, tipped_at as at,
        1 as tips, amount - reversed as amount
      from ${tips} where to_wallet = ${wallet}
      union all
      select nullif(set_id, ''), case when set_id = '' then month end, null,
        unixepoch(month || '-01') * 1000, tips, amount
      from ${tipSums} where to_wallet = ${wallet}),
    received as (
      select set_id, max(stage_id) as stage_id, min(at) as at, sum(tips) as tips, sum(amount) as amount
      from line group by set_id, span)
    select ${sets.id} as "setId", ${sets.name} as "setName", ${stages.id} as "stageId", ${stages.name} as "stageName",
      received.at as "at", received.tips as "tips", received.amount as "amount"
    from received left join ${sets} on ${sets.id} = received.set_id
      left join ${stages} on ${stages.id} = coalesce(${sets.stageId}, received.stage_id)
    order by received.at desc limit ${limit}`);
}

/**
 * Replaces the oldest tips from before `until` by their sums, in one transaction: of two runs at the same time each tip
 * is in one. The totals of sets keep what they count. Returns how many.
 */
export async function sumUpTips(db: Db, until: number, limit: number): Promise<number> {
  const old = sql`select id from ${tips} where tipped_at < ${until} order by tipped_at, id limit ${limit}`;
  const [, gone] = await db.batch([
    db.insert(tipSums).select(sql`
      select to_wallet, coalesce(set_id, ''), strftime('%Y-%m', tipped_at / 1000, 'unixepoch') as month,
        count(*), sum(amount - reversed)
      from ${tips} where id in (${old}) group by 1, 2, 3
      on conflict (to_wallet, set_id, month) do update set
        tips = tip_sums.tips + excluded.tips, amount = tip_sums.amount + excluded.amount`),
    db.delete(tips).where(sql`id in (${old})`).returning({ id: tips.id }),
  ]);
  return gone.length;
}
