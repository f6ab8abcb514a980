import type { Db } from "../client.ts";
import { feedback } from "../schema/index.ts";

export async function insertFeedback(db: Db, row: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(row);
}
