import type { Db } from "#db/client.ts";
import { feedback } from "#db/schema/index.ts";

export async function insertFeedback(db: Db, row: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(row);
}
