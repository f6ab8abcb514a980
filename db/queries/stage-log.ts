import type { Db } from "../client.ts";
import { stageLog } from "../schema/index.ts";

export async function insertStageEntry(db: Db, entry: typeof stageLog.$inferInsert): Promise<void> {
  await db.insert(stageLog).values(entry);
}
