import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts, postTargets } from "#db/schema/index.ts";

export interface LinkedCount {
  party: string;
  linked: number;
  refused: number;
  /** Time when the service last refused one. */
  refusedAt: number | null;
}

/** Counts the accounts and channels that people have linked, by service. */
export async function countLinkedAccounts(db: Db): Promise<LinkedCount[]> {
  const columns = (table: typeof linkedAccounts | typeof postTargets) => ({
    party: sql<string>`${table.party}`,
    linked: sql<number>`count(*)`,
    refused: sql<number>`coalesce(sum(${table.refusedAt} is not null), 0)`,
    refusedAt: sql<number | null>`max(${table.refusedAt})`,
  });
  const [accounts, targets] = await db.batch([
    db.select(columns(linkedAccounts)).from(linkedAccounts).groupBy(linkedAccounts.party),
    db.select(columns(postTargets)).from(postTargets).groupBy(postTargets.party),
  ]);
  return [...accounts, ...targets];
}
