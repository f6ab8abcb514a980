import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts, postTargets } from "#db/schema/index.ts";

/** A linked account at another service, with its sealed secret. */
export interface LinkedSecret {
  party: (typeof linkedAccounts.$inferSelect | typeof postTargets.$inferSelect)["party"];
  /** Host of its server, where a service has many. */
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
