/** The instance's log of tokens: which heads of wallets it has, and which are due. */
import { asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tokenLog, wallets } from "#db/schema/index.ts";

export type LogRow = typeof tokenLog.$inferSelect;
type WalletHead = Pick<LogRow, "walletId" | "size" | "head">;

/** Heads that the log does not have yet, longest waiting first. */
export async function listUnlogged(db: Db, limit: number): Promise<WalletHead[]> {
  return db
    .select({ walletId: wallets.id, size: wallets.size, head: wallets.head })
    .from(wallets)
    .where(gt(wallets.size, wallets.loggedSize))
    .orderBy(asc(wallets.changedAt))
    .limit(limit);
}

/** The newest line of each of these wallets. */
export async function listLatestLines(db: Db, walletIds: readonly string[]): Promise<Map<string, LogRow>> {
  const rows = await db.all<LogRow>(sql`
    select seq, wallet_id as "walletId", size, head, at, hash from ${tokenLog} where seq in (
      select max(newest.seq) from json_each(${JSON.stringify(walletIds)}) as wanted
      join ${tokenLog} as newest on newest.wallet_id = wanted.value group by newest.wallet_id)`);
  return new Map(rows.map((row) => [row.walletId, row]));
}

/** The wallet's newest line with at most this size, or undefined. */
export async function findLine(db: Db, walletId: string, size: number): Promise<LogRow | undefined> {
  const [row] = await db
    .select()
    .from(tokenLog)
    .where(sql`${tokenLog.walletId} = ${walletId} and ${tokenLog.size} <= ${size}`)
    .orderBy(desc(tokenLog.seq))
    .limit(1);
  return row;
}

/** The last line up to this number, by default of all. */
export async function findLastLine(db: Db, upTo = Number.MAX_SAFE_INTEGER): Promise<LogRow | undefined> {
  const [row] = await db
    .select()
    .from(tokenLog)
    .where(lte(tokenLog.seq, upTo))
    .orderBy(desc(tokenLog.seq))
    .limit(1);
  return row;
}

/** Lists lines by number, those after `seq`. */
export function listLines(db: Db, seq: number, limit: number): Promise<LogRow[]> {
  return db.select().from(tokenLog).where(gt(tokenLog.seq, seq)).orderBy(asc(tokenLog.seq)).limit(limit);
}

/**
 * Adds lines to the end of the log, and notes for every wallet in `logged` which of its heads the log has: all of it or
 * nothing. Throws where another writer has added lines meanwhile.
 */
export async function appendLines(
  db: Db,
  { lines, logged }: { lines: readonly LogRow[]; logged: readonly WalletHead[] },
): Promise<void> {
  const field = (name: keyof LogRow) => sql.raw(`line.value ->> '${name}'`);
  const heads = sql`json_each(${JSON.stringify(logged)}) as known`;
  const walletId = sql`known.value ->> 'walletId'`;
  await db.batch([
    db.insert(tokenLog).select(sql`
      select ${field("seq")}, ${field("walletId")}, ${field("size")}, ${field("head")}, ${field("at")}, ${field("hash")}
      from json_each(${JSON.stringify(lines)}) as line`),
    db
      .update(wallets)
      .set({
        loggedSize: sql`(select known.value ->> 'size' from ${heads} where ${walletId} = ${wallets.id})`,
      })
      .where(sql`${wallets.id} in (select ${walletId} from ${heads})`),
  ]);
}

/**
 * The wallet was repaired after it had been set back: its copy is what it has now, and the log gets a new line of it.
 */
export async function replaceCopy(
  db: Db,
  id: string,
  copy: Partial<typeof wallets.$inferInsert>,
): Promise<void> {
  await db
    .update(wallets)
    .set({ ...copy, loggedSize: 0 })
    .where(eq(wallets.id, id));
}
