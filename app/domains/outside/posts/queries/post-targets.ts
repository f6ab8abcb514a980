import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { isOwnedBy, type OwnerPath } from "#app/domains/people/deliveries/queries/owned-by.ts";
import type { Db } from "#db/client.ts";
import { postTargets } from "#db/schema/index.ts";

export type PostTarget = typeof postTargets.$inferSelect;

/** Lists targets in the order in which they were linked, with those that a service has refused. */
export function listPostTargets(db: Db, owner: OwnerPath): Promise<PostTarget[]> {
  return db
    .select()
    .from(postTargets)
    .where(isOwnedBy(postTargets, owner))
    .orderBy(asc(postTargets.linkedAt), asc(postTargets.id));
}

export async function findPostTarget(db: Db, id: string): Promise<PostTarget | undefined> {
  const [row] = await db.select().from(postTargets).where(eq(postTargets.id, id));
  return row;
}

/** The service refused it for good at `at`; it may have been linked again since then. */
export async function markPostTargetRefused(db: Db, id: string, at: number): Promise<void> {
  await db
    .update(postTargets)
    .set({ refusedAt: at })
    .where(and(eq(postTargets.id, id), isNull(postTargets.refusedAt), lte(postTargets.linkedAt, at)));
}
