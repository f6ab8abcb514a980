/** Effects of a suspension on someone's schedule. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { setRequests, sets } from "#db/schema/index.ts";

/**
 * Cancels all sets that a performer plays now or later, and declines their open requests; returns the cancelled sets.
 */
export async function clearScheduleOf(
  db: Db,
  performerId: string,
  now: number,
): Promise<{ stageId: string; name: string }[]> {
  const [cancelled] = await db.batch([
    db
      .update(sets)
      .set({ status: "cancelled", changedAt: now, changedById: null, revision: sql`${sets.revision} + 1` })
      .where(and(eq(sets.performerId, performerId), eq(sets.status, "accepted"), gt(sets.endsAt, now)))
      .returning({ stageId: sets.stageId, name: sets.name }),
    db
      .update(setRequests)
      .set({ status: "declined", settledAt: now })
      .where(and(eq(setRequests.performerId, performerId), eq(setRequests.status, "pending"))),
  ]);
  return cancelled;
}
