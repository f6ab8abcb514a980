import { and, eq, exists, gte, isNull, lt, max, min, not, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts, outboxMails, replays, users } from "#db/schema/index.ts";

/** Throws when the database does not respond. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.select({ id: users.id }).from(users).limit(1);
}

/** Returns when the oldest unsent email was written, and when one was last sent. */
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
  const hasEnded = exists(
    db
      .select({ id: broadcasts.id })
      .from(broadcasts)
      .where(and(eq(broadcasts.id, replays.id), lt(broadcasts.endedAt, endedBefore))),
  );
  const goesOn = exists(
    db
      .select({ id: broadcasts.id })
      .from(broadcasts)
      .where(
        and(
          gte(broadcasts.startedAt, replays.startedAt),
          eq(broadcasts.performance, replays.performance),
          or(isNull(broadcasts.endedAt), gte(broadcasts.endedAt, endedBefore)),
        ),
      ),
  );
  const [row] = await db
    .select({ id: replays.id })
    .from(replays)
    .where(and(eq(replays.status, "recording"), hasEnded, not(goesOn)))
    .limit(1);
  return row !== undefined;
}
