import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sets } from "#db/schema/index.ts";

/** Ends an accepted set that is on at `changedAt`, in a single statement: false where it is not on at that time. */
export async function endSetNow(
  db: Db,
  id: string,
  changer: { changedAt: number; changedById: string },
): Promise<boolean> {
  const now = changer.changedAt;
  const rows = await db
    .update(sets)
    .set({ endsAt: now, ...changer, revision: sql`${sets.revision} + 1` })
    .where(and(eq(sets.id, id), eq(sets.status, "accepted"), lt(sets.startsAt, now), gt(sets.endsAt, now)))
    .returning({ id: sets.id });
  return rows.length === 1;
}
