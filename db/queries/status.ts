import { and, eq, isNull, lt, max, min } from "drizzle-orm";
import type { Db } from "../client.ts";
import { outboxMails, replays, users } from "../schema/index.ts";

/** Throws when the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.select({ id: users.id }).from(users).limit(1);
}

/** When the oldest unsent email was written, and when one was last sent. */
export async function readMailLine(db: Db, maxAttempts: number) {
  const [[waiting], [sent]] = await Promise.all([
    db
      .select({ at: min(outboxMails.at) })
      .from(outboxMails)
      .where(and(isNull(outboxMails.sentAt), lt(outboxMails.attempts, maxAttempts))),
    db.select({ at: max(outboxMails.sentAt) }).from(outboxMails),
  ]);
  return { oldestWaitingAt: waiting?.at ?? null, lastSentAt: sent?.at ?? null };
}

/** Whether a performance ended before `endedBefore` without its recording being complete. */
export async function hasStuckRecording(db: Db, endedBefore: number): Promise<boolean> {
  const [row] = await db
    .select({ id: replays.id })
    .from(replays)
    .where(and(eq(replays.status, "recording"), lt(replays.endedAt, endedBefore)))
    .limit(1);
  return row !== undefined;
}
