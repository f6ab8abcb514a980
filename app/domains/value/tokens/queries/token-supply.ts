/** All tokens of the instance, and tips that look arranged, from the copies in D1. */
import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tips, tokenCheck, tokenClaims, users, wallets } from "#db/schema/index.ts";

export interface Supply {
  issued: number;
  spendable: number;
  outgoing: number;
  retired: number;
  sent: number;
  received: number;
  wallets: number;
  frozen: number;
}

export async function readSupply(db: Db): Promise<Supply> {
  const [row] = await db.all<Supply>(sql`
    select coalesce(sum(issued), 0) as "issued", coalesce(sum(spendable), 0) as "spendable",
      coalesce(sum(outgoing), 0) as "outgoing", coalesce(sum(retired), 0) as "retired",
      coalesce(sum(sent), 0) as "sent", coalesce(sum(received), 0) as "received",
      count(*) as "wallets", count(frozen_at) as "frozen"
    from ${wallets}`);
  if (row === undefined) throw new Error("a sum has no row");
  return row;
}

export interface ClaimTotals {
  byKind: { kind: (typeof tokenClaims.$inferSelect)["kind"]; amount: number }[];
  claimedToday: number;
  waiting: { claims: number; amount: number; held: number };
}

export async function readClaimTotals(db: Db, dayStart: number): Promise<ClaimTotals> {
  const [byKind, [today], [waiting]] = await Promise.all([
    db.all<ClaimTotals["byKind"][number]>(sql`
      select kind as "kind", sum(amount) as "amount" from ${tokenClaims} where state = 'claimed'
      group by kind order by 2 desc`),
    db.all<{ amount: number }>(sql`
      select coalesce(sum(amount), 0) as "amount" from ${tokenClaims}
      where state = 'claimed' and claimed_at >= ${dayStart}`),
    db.all<ClaimTotals["waiting"]>(sql`
      select count(*) as "claims", coalesce(sum(amount), 0) as "amount", count(held_at) as "held"
      from ${tokenClaims} where state = 'waiting' and (ripe_at is null or held_at is not null)`),
  ]);
  return {
    byKind,
    claimedToday: today?.amount ?? 0,
    waiting: waiting ?? { claims: 0, amount: 0, held: 0 },
  };
}

/** The last reconciliation, or undefined before the first. */
export async function findCheck(db: Db): Promise<typeof tokenCheck.$inferSelect | undefined> {
  const [row] = await db.select().from(tokenCheck).limit(1);
  return row;
}

export interface FedWallet {
  wallet: string;
  amount: number;
  tips: number;
  share: number;
}

/** Wallets that since then received more than `share` of at least `least` tokens from accounts created since `young`. */
export function listFed(
  db: Db,
  input: { since: number; young: number; share: number; least: number; limit: number },
): Promise<FedWallet[]> {
  const { since, young, share, least, limit } = input;
  return db.all<FedWallet>(sql`
    with received as (
      select ${tips.toWallet} as wallet, sum(${tips.amount} - ${tips.reversed}) as amount, count(*) as tips,
        sum(case when coalesce(${users.createdAt}, ${wallets.createdAt}) >= ${young}
          then ${tips.amount} - ${tips.reversed} else 0 end) as fed
      from ${tips} left join ${wallets} on ${wallets.id} = ${tips.fromWallet}
        left join ${users} on ${users.id} = ${wallets.userId}
      where ${tips.tippedAt} >= ${since} group by ${tips.toWallet})
    select wallet as "wallet", amount as "amount", tips as "tips", cast(fed as real) / amount as "share"
    from received where amount >= ${least} and fed > amount * ${share}
    order by amount desc limit ${limit}`);
}

export interface TipEdge {
  from: string;
  to: string;
  amount: number;
  /** Amount that `to` received from everyone. */
  total: number;
}

/** The largest flows of at least `least` tokens since then between two wallets. */
export function listEdges(
  db: Db,
  { since, least, limit }: { since: number; least: number; limit: number },
): Promise<TipEdge[]> {
  return db.all<TipEdge>(sql`
    with flow as (
      select from_wallet, to_wallet, sum(amount - reversed) as amount from ${tips}
      where tipped_at >= ${since} group by 1, 2),
    received as (select to_wallet, sum(amount) as total from flow group by 1)
    select flow.from_wallet as "from", flow.to_wallet as "to", flow.amount as "amount", received.total as "total"
    from flow inner join received on received.to_wallet = flow.to_wallet
    where flow.amount >= ${least} order by flow.amount desc limit ${limit}`);
}

export interface Burst {
  wallet: string;
  at: number;
  tips: number;
  amount: number;
  senders: number;
}

/** Hours in which a wallet got at least `tips` tips of at most `senders` wallets. */
export function listBursts(
  db: Db,
  input: { since: number; tips: number; senders: number; limit: number },
): Promise<Burst[]> {
  return db.all<Burst>(sql`
    select to_wallet as "wallet", tipped_at / 3600000 * 3600000 as "at", count(*) as "tips",
      sum(amount - reversed) as "amount", count(distinct from_wallet) as "senders"
    from ${tips} where tipped_at >= ${input.since} group by to_wallet, tipped_at / 3600000
    having count(*) >= ${input.tips} and count(distinct from_wallet) <= ${input.senders}
    order by "at" desc limit ${input.limit}`);
}
