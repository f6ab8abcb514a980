import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts, postTargets } from "#db/schema/index.ts";

/** What was linked at another service, with the sealed secret for it. */
export interface LinkedSecret {
  party: (typeof linkedAccounts.$inferSelect | typeof postTargets.$inferSelect)["party"];
  /** Of its server, where a service has many. */
  host: string | null;
  sealed: string;
}

/** All that this user has linked; what stages have linked stays with them. */
export async function listLinkedSecrets(db: Db, userId: string): Promise<LinkedSecret[]> {
  const [accounts, targets] = await db.batch([
    db
      .select({
        party: linkedAccounts.party,
        host: sql<string | null>`null`,
        sealed: linkedAccounts.token,
      })
      .from(linkedAccounts)
      .where(eq(linkedAccounts.userId, userId)),
    db
      .select({ party: postTargets.party, host: postTargets.host, sealed: postTargets.secret })
      .from(postTargets)
      .where(eq(postTargets.userId, userId)),
  ]);
  return [...accounts, ...targets];
}
