/** D1's copies of tips. */
import { eq, max, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { stages, tips } from "../schema/index.ts";
import { toWrite, type Write } from "./rooms.ts";

/** A tip that has reached its performer's wallet, once: by the outbox of the sender's wallet. */
export function recordTip(db: Db, tip: Omit<typeof tips.$inferInsert, "reversed">): Write[] {
  // The stage may be gone by the time this arrives.
  const stageId = sql`(${db
    .select({ id: max(stages.id) })
    .from(stages)
    .where(eq(stages.id, tip.stageId ?? ""))})`;
  return [
    toWrite(
      db
        .insert(tips)
        .values({ ...tip, stageId })
        .onConflictDoNothing(),
    ),
  ];
}

/**
 * So much of a tip has been given back in all; a lower sum than the one known changes nothing. Returns whether D1 has the
 * tip.
 */
export async function recordReversed(db: Db, tip: string, reversed: number): Promise<boolean> {
  const sum = sql`max(${tips.reversed}, min(${tips.amount}, ${reversed}))`;
  const found = await db
    .update(tips)
    .set({ reversed: sum })
    .where(eq(tips.id, tip))
    .returning({ id: tips.id });
  return found.length > 0;
}
