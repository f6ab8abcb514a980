import { desc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { feedback, users } from "../schema/index.ts";

export async function insertFeedback(db: Db, row: typeof feedback.$inferInsert): Promise<void> {
  await db.insert(feedback).values(row);
}

/** Newest first, with who wrote it. */
export async function listFeedback(db: Db, limit: number) {
  return db
    .select({
      id: feedback.id,
      message: feedback.message,
      createdAt: feedback.createdAt,
      user: { id: users.id, username: users.username, photo: users.photo },
    })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit);
}
