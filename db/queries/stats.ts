import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { listens, users } from "../schema/index.ts";
import { performerCounts } from "./counts.ts";

export async function findPerformerStats(db: Db, userId: string) {
  const [row] = await db
    .select({ ...performerCounts(db, users.id) })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** True when this listener had not been counted for this performance. */
export async function insertListen(db: Db, listen: typeof listens.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(listens)
    .values(listen)
    .onConflictDoNothing()
    .returning({ listener: listens.listener });
  return rows.length === 1;
}

export async function countListens(
  db: Db,
  of: { stageId: string } | { performerId: string },
): Promise<number> {
  return db.$count(
    listens,
    "stageId" in of ? eq(listens.stageId, of.stageId) : eq(listens.performerId, of.performerId),
  );
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.select({ id: users.id }).from(users).limit(1);
}
