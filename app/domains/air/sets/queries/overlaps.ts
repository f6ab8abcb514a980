import { and, eq, gt, lt, ne, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { sets } from "#db/schema/index.ts";

/**
 * Selects, for an update of `sets`, the other accepted sets of its stage, or of its performer after the update, that
 * overlap this time.
 */
export function selectOverlaps(
  db: Db,
  slot: { startsAt: number; endsAt: number },
  performerId: string | typeof sets.performerId = sets.performerId,
) {
  const other = alias(sets, "other");
  return db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        ne(other.id, sets.id),
        eq(other.status, "accepted"),
        lt(other.startsAt, slot.endsAt),
        gt(other.endsAt, slot.startsAt),
        or(eq(other.stageId, sets.stageId), eq(other.performerId, performerId)),
      ),
    );
}
