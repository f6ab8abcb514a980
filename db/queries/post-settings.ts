import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { postTargets } from "../schema/index.ts";

export type PostTarget = typeof postTargets.$inferSelect;
/** Services on which a person has one account. */
export type AccountParty = "twitter" | "bluesky" | "mastodon";

/** The account that a person has linked there. */
export async function findPostAccount(
  db: Db,
  userId: string,
  party: AccountParty,
): Promise<PostTarget | undefined> {
  const isIt = and(eq(postTargets.userId, userId), eq(postTargets.party, party));
  const [row] = await db.select().from(postTargets).where(isIt);
  return row;
}

/** Linked again, an account keeps its id and its settings. */
export async function savePostAccount(
  db: Db,
  account: Pick<PostTarget, "id" | "userId" | "name" | "host" | "secret" | "linkedAt"> & {
    party: AccountParty;
  },
): Promise<void> {
  const { name, host, secret, linkedAt } = account;
  await db
    .insert(postTargets)
    .values(account)
    .onConflictDoUpdate({
      target: [postTargets.userId, postTargets.party],
      // Must be worded as the index is.
      targetWhere: sql`party in ('twitter', 'bluesky', 'mastodon')`,
      set: { name, host, secret, linkedAt, refusedAt: null },
    });
}

/** Stores what the service has renewed. Nothing where it was linked again or unlinked meanwhile. */
export async function renewPostSecret(
  db: Db,
  { id, secret }: Pick<PostTarget, "id" | "secret">,
  renewed: string,
): Promise<boolean> {
  const isSame = and(eq(postTargets.id, id), eq(postTargets.secret, secret));
  const rows = await db
    .update(postTargets)
    .set({ secret: renewed })
    .where(isSame)
    .returning({ id: postTargets.id });
  return rows.length === 1;
}

export async function deletePostTarget(db: Db, id: string): Promise<void> {
  await db.delete(postTargets).where(eq(postTargets.id, id));
}
