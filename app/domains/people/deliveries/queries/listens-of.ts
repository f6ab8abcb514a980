import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { linkedAccounts } from "#db/schema/index.ts";

export type ListenParty = "listenbrainz" | "lastfm";
const listenParties: ListenParty[] = ["listenbrainz", "lastfm"];

/** The services on which this user keeps their listens, without those that have refused the token or are paused. */
export async function listListenParties(db: Db, userId: string): Promise<ListenParty[]> {
  const rows = await db
    .select({ party: linkedAccounts.party })
    .from(linkedAccounts)
    .where(
      and(
        eq(linkedAccounts.userId, userId),
        inArray(linkedAccounts.party, listenParties),
        isNull(linkedAccounts.refusedAt),
        isNull(linkedAccounts.pausedAt),
      ),
    );
  return rows.map(({ party }) => party as ListenParty);
}

/** The service refused the token at `at`; the account may have been linked again since then. */
export async function markListensRefused(
  db: Db,
  { userId, party }: { userId: string; party: ListenParty },
  at: number,
): Promise<void> {
  await db
    .update(linkedAccounts)
    .set({ refusedAt: at })
    .where(
      and(
        eq(linkedAccounts.userId, userId),
        eq(linkedAccounts.party, party),
        isNull(linkedAccounts.refusedAt),
        lte(linkedAccounts.linkedAt, at),
      ),
    );
}
