import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { stageLog, users } from "#db/schema/index.ts";

/** Maximum number of entries that are kept of a stage: the latest. */
const kept = 1_000;

export async function insertStageEntry(db: Db, entry: typeof stageLog.$inferInsert): Promise<void> {
  await db.batch([db.insert(stageLog).values(entry), deleteOldest(db, entry.stageId)]);
}

/** The same for what is noted automatically, and may be noted twice: an entry with this id is kept. */
export async function insertStageEntryOnce(db: Db, entry: typeof stageLog.$inferInsert): Promise<void> {
  await db.batch([db.insert(stageLog).values(entry).onConflictDoNothing(), deleteOldest(db, entry.stageId)]);
}

const deleteOldest = (db: Db, stageId: string) =>
  db
    .delete(stageLog)
    .where(
      and(
        eq(stageLog.stageId, stageId),
        sql`${stageLog.at} < (select at from ${stageLog} where stage_id = ${stageId} order by at desc limit 1 offset ${kept - 1})`,
      ),
    );

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
