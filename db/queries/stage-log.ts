import { desc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { stageLog, users } from "../schema/index.ts";

export async function insertStageEntry(db: Db, entry: typeof stageLog.$inferInsert): Promise<void> {
  await db.insert(stageLog).values(entry);
}

/** The same for what is noted automatically, and may be noted twice: an entry with this id is kept. */
export async function insertStageEntryOnce(db: Db, entry: typeof stageLog.$inferInsert): Promise<void> {
  await db.insert(stageLog).values(entry).onConflictDoNothing();
}

/** The latest entries, newest first. */
export async function listStageEntries(db: Db, stageId: string) {
  return db
    .select({
      id: stageLog.id,
      actor: users.username,
      action: stageLog.action,
      details: stageLog.details,
      at: stageLog.at,
    })
    .from(stageLog)
    .leftJoin(users, eq(users.id, stageLog.actorId))
    .where(eq(stageLog.stageId, stageId))
    .orderBy(desc(stageLog.at), desc(stageLog.id))
    .limit(100);
}
