import { and, asc, eq, gt, isNull, notExists, or, sql } from "drizzle-orm";
import { named } from "#app/domains/people/people/queries/named.ts";
import type { Db } from "#db/client.ts";
import { setRequests, sets, stages } from "#db/schema/index.ts";
import { selectOverlaps } from "./overlaps.ts";

/** The sets that came from one request and that this performer plays, cancelled ones too, by start. */
export async function listSeries(
  db: Db,
  { requestId, performerId }: { requestId: string; performerId: string },
) {
  return db
    .select({ id: sets.id, startsAt: sets.startsAt, endsAt: sets.endsAt, status: sets.status })
    .from(sets)
    .where(and(eq(sets.requestId, requestId), eq(sets.performerId, performerId)))
    .orderBy(asc(sets.startsAt), asc(sets.id));
}

export type ComingSet = Awaited<ReturnType<typeof listComingSeriesSets>>[number];

/** Sets of weekly series that are still to come and that no person has changed, by start. */
export async function listComingSeriesSets(db: Db, now: number) {
  return db
    .select({
      id: sets.id,
      revision: sets.revision,
      stageId: sets.stageId,
      stageName: named(stages.name, "stage_name"),
      performerId: sets.performerId,
      name: sets.name,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      firstStartsAt: named(setRequests.startsAt, "first_starts_at"),
      weeks: setRequests.weeks,
      timeZone: setRequests.timeZone,
    })
    .from(sets)
    .innerJoin(setRequests, eq(setRequests.id, sets.requestId))
    .innerJoin(stages, eq(stages.id, sets.stageId))
    .where(
      and(
        eq(sets.status, "accepted"),
        gt(sets.startsAt, now),
        eq(setRequests.kind, "booking"),
        gt(setRequests.weeks, 1),
        // Changed by nobody: by the rules, which may change again.
        or(isNull(sets.changedAt), isNull(sets.changedById)),
      ),
    )
    .orderBy(asc(sets.startsAt), asc(sets.id));
}

/** Moves a set as it was at `revision`. False where its new time is taken, or it was changed or cancelled meanwhile. */
export async function moveSetByRules(
  db: Db,
  { id, revision }: { id: string; revision: number },
  change: { startsAt: number; endsAt: number; changedAt: number },
): Promise<boolean> {
  const rows = await db
    .update(sets)
    .set({ ...change, changedById: null, revision: sql`${sets.revision} + 1` })
    .where(
      and(
        eq(sets.id, id),
        eq(sets.revision, revision),
        eq(sets.status, "accepted"),
        notExists(selectOverlaps(db, change)),
      ),
    )
    .returning({ id: sets.id });
  return rows.length === 1;
}
