/** Where posts go, for whoever sends them. */
import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { postTargets } from "../schema/index.ts";

export type PostTarget = typeof postTargets.$inferSelect;
/** Whose it is. */
type Owner = `user/${string}` | `stage/${string}`;

/** In the order in which they were linked. */
export function listPostTargets(db: Db, owner: Owner): Promise<PostTarget[]> {
  const [kind, id = ""] = owner.split("/", 2);
  const column = kind === "stage" ? postTargets.stageId : postTargets.userId;
  return db.select().from(postTargets).where(eq(column, id)).orderBy(postTargets.linkedAt, postTargets.id);
}

export async function findPostTarget(db: Db, id: string): Promise<PostTarget | undefined> {
  const [row] = await db.select().from(postTargets).where(eq(postTargets.id, id));
  return row;
}

/** The service refused it for good. */
export async function markPostTargetRefused(db: Db, id: string, refusedAt: number): Promise<void> {
  await db.update(postTargets).set({ refusedAt }).where(eq(postTargets.id, id));
}
