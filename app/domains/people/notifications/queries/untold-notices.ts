/** Notices that an inbox does not have yet. */
import { and, asc, eq, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { untoldNotices } from "#db/schema/index.ts";

export type UntoldNoticeRow = typeof untoldNotices.$inferSelect;
/** One of them: its recipient, and its key. */
export type UntoldNotice = Pick<UntoldNoticeRow, "userId" | "key">;

/** An existing row stays unchanged. */
export async function insertUntoldNotices(db: Db, rows: UntoldNoticeRow[]): Promise<void> {
  const [first, ...others] = rows.map((row) => db.insert(untoldNotices).values(row).onConflictDoNothing());
  if (first !== undefined) await db.batch([first, ...others]);
}

/** Oldest first. */
export async function listUntoldNotices(db: Db, limit: number): Promise<UntoldNoticeRow[]> {
  return db.select().from(untoldNotices).orderBy(asc(untoldNotices.createdAt)).limit(limit);
}

export async function deleteUntoldNotice(db: Db, { userId, key }: UntoldNotice): Promise<void> {
  await db.delete(untoldNotices).where(and(eq(untoldNotices.userId, userId), eq(untoldNotices.key, key)));
}

/** Deletes the undelivered notices of this user about the other user. */
export async function deleteUntoldAbout(db: Db, userId: string, aboutId: string): Promise<void> {
  await db
    .delete(untoldNotices)
    .where(and(eq(untoldNotices.userId, userId), eq(untoldNotices.aboutId, aboutId)));
}

export async function deleteUntoldBefore(db: Db, before: number): Promise<void> {
  await db.delete(untoldNotices).where(lt(untoldNotices.createdAt, before));
}
