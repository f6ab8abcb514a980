/** The reconciliation of wallets with their copies: what is due, what was found, the sums of all. */

import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tokenActs, tokenCheck, wallets } from "#db/schema/index.ts";
import type { Supply } from "#packages/ledger/entries.ts";
import type { WalletRow } from "./wallets.ts";

const isOpen = isNull(wallets.closedAt);
const isDue = sql`(${wallets.checkedAt} is null or ${wallets.changedAt} > ${wallets.checkedAt})`;

/** Wallets that have changed since they were checked, or never were; longest ago first. */
export function listChanged(db: Db, limit: number): Promise<WalletRow[]> {
  return db.select().from(wallets).where(and(isOpen, isDue)).orderBy(asc(wallets.checkedAt)).limit(limit);
}

/** One percent of those that have not changed, at least one and at most `limit`; longest ago first. */
export async function listUnchanged(db: Db, limit: number): Promise<WalletRow[]> {
  const rest = and(isOpen, sql`not ${isDue}`);
  const share = Math.ceil((await db.$count(wallets, rest)) / 100);
  return db.select().from(wallets).where(rest).orderBy(asc(wallets.checkedAt)).limit(Math.min(share, limit));
}

/** Returns when these wallets were last repaired by their peers' entries (epoch ms), those that never were left out. */
export async function listResettled(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ wallet: sql<string>`${tokenActs.details} ->> 'wallet'`, at: sql<number>`max(${tokenActs.at})` })
    .from(tokenActs)
    .where(and(eq(tokenActs.kind, "resettle"), eq(tokenActs.state, "done")))
    .groupBy(sql`1`);
  return new Map(rows.map(({ wallet, at }) => [wallet, at]));
}

/** `at` null: they are due again at the next reconciliation. */
export async function markChecked(db: Db, ids: readonly string[], at: number | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(wallets)
    .set({ checkedAt: at })
    .where(sql`${wallets.id} in (select value from json_each(${JSON.stringify(ids)}))`);
}

/** Keeps an earlier reason. */
export async function markFrozen(db: Db, id: string, reason: string, now: number): Promise<void> {
  await db
    .update(wallets)
    .set({ frozenAt: now, frozenReason: reason })
    .where(and(eq(wallets.id, id), isNull(wallets.frozenAt)));
}

/** The sums of all copies, those of closed wallets included. */
export async function readSupply(db: Db): Promise<Supply> {
  const total = (column: keyof Supply) =>
    sql<number>`coalesce(sum(${wallets[column]}), 0)`.mapWith(Number).as(column);
  const [sums] = await db
    .select({
      spendable: total("spendable"),
      outgoing: total("outgoing"),
      sent: total("sent"),
      received: total("received"),
      issued: total("issued"),
      retired: total("retired"),
    })
    .from(wallets);
  return sums ?? { spendable: 0, outgoing: 0, sent: 0, received: 0, issued: 0, retired: 0 };
}

/** Copies whose own sums do not agree: every entry debits what it credits, so every copy must be balanced. */
export async function listUnbalanced(db: Db, limit: number): Promise<string[]> {
  const has = sql`${wallets.spendable} + ${wallets.outgoing} + ${wallets.sent} + ${wallets.retired}`;
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(ne(has, sql`${wallets.received} + ${wallets.issued}`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type CheckRow = typeof tokenCheck.$inferSelect;

/** Finds the result of the last reconciliation; undefined before the first. */
export async function findCheck(db: Db): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(tokenCheck).where(eq(tokenCheck.id, 1));
  return row;
}

/** Finds when the wallet that was checked the longest ago was checked; null while one never was. */
export async function findCompleteSince(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ at: wallets.checkedAt })
    .from(wallets)
    .where(isOpen)
    .orderBy(asc(wallets.checkedAt))
    .limit(1);
  return row?.at ?? null;
}

export async function saveCheck(db: Db, found: Omit<CheckRow, "id">): Promise<void> {
  await db
    .insert(tokenCheck)
    .values({ id: 1, ...found })
    .onConflictDoUpdate({ target: tokenCheck.id, set: found });
}

/** The id of some wallet that has entries, to see whether wallets answer. */
export async function findAnyWallet(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ id: wallets.id }).from(wallets).where(isOpen).limit(1);
  return row?.id;
}
