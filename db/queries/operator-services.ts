import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { linkedAccounts, postTargets } from "../schema/index.ts";

export interface LinkedCount {
  party: string;
  linked: number;
  refused: number;
  /** When the service last refused one. */
  refusedAt: number | null;
}

/** How many accounts and channels people have linked, by service. One that its owner has paused is not refused. */
export async function countLinkedAccounts(db: Db): Promise<LinkedCount[]> {
  const columns = (table: typeof linkedAccounts | typeof postTargets) => ({
    party: sql<string>`${table.party}`,
    linked: sql<number>`count(*)`,
    refused: sql<number>`coalesce(sum(${table.refusedAt} > 0), 0)`,
    refusedAt: sql<number | null>`nullif(max(${table.refusedAt}), 0)`,
  });
  const [accounts, targets] = await db.batch([
    db.select(columns(linkedAccounts)).from(linkedAccounts).groupBy(linkedAccounts.party),
    db.select(columns(postTargets)).from(postTargets).groupBy(postTargets.party),
  ]);
  return [...accounts, ...targets];
}
