import { and, asc, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { ingestCredentials, sets, stages, users } from "../schema/index.ts";
import { setCounts } from "./counts.ts";

export type SetRow = Awaited<ReturnType<typeof selectSets>>[number];

/** Accepted sets with their performer, stage and totals, by start. */
function selectSets(db: Db, where: SQL | undefined, limit: number) {
  return db
    .select({
      id: sets.id,
      stageId: sets.stageId,
      stageName: stages.name,
      performerId: sets.performerId,
      performerName: users.username,
      performerPhoto: users.photo,
      streamId: ingestCredentials.streamId,
      name: sets.name,
      description: sets.description,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      peakListeners: sets.peakListeners,
      ...setCounts(db, sets.id),
    })
    .from(sets)
    .innerJoin(stages, eq(stages.id, sets.stageId))
    .innerJoin(users, eq(users.id, sets.performerId))
    .leftJoin(
      ingestCredentials,
      and(eq(ingestCredentials.kind, "performer"), eq(ingestCredentials.ownerId, sets.performerId)),
    )
    .where(and(eq(sets.status, "accepted"), where))
    .orderBy(asc(sets.startsAt), asc(sets.id))
    .limit(limit);
}

export async function findSet(db: Db, id: string): Promise<SetRow | undefined> {
  const [row] = await selectSets(db, eq(sets.id, id), 1);
  return row;
}

/** Sets that have not ended by `now`. */
export async function listSetsFrom(
  db: Db,
  input: { now: number; limit: number; stageId?: string; performerId?: string },
): Promise<SetRow[]> {
  return selectSets(
    db,
    and(
      gt(sets.endsAt, input.now),
      input.stageId === undefined ? undefined : eq(sets.stageId, input.stageId),
      input.performerId === undefined ? undefined : eq(sets.performerId, input.performerId),
    ),
    input.limit,
  );
}

/** Accepted sets of this stage or this performer that touch the time from `startsAt` to `endsAt`. */
export async function listOverlappingSets(
  db: Db,
  input: { stageId: string; performerId: string; startsAt: number; endsAt: number },
): Promise<SetRow[]> {
  const during = and(lt(sets.startsAt, input.endsAt), gt(sets.endsAt, input.startsAt));
  const [onStage, byPerformer] = await Promise.all([
    selectSets(db, and(during, eq(sets.stageId, input.stageId)), 10),
    selectSets(db, and(during, eq(sets.performerId, input.performerId)), 10),
  ]);
  return [...onStage, ...byPerformer];
}

/**
 * Inserts an accepted set unless one of the same stage or performer overlaps it, in a single statement: false where
 * one does, also one that was inserted a moment ago.
 */
export async function insertSetIfFree(
  db: Db,
  set: Pick<
    typeof sets.$inferSelect,
    "id" | "stageId" | "performerId" | "name" | "description" | "startsAt" | "endsAt" | "createdAt"
  >,
): Promise<boolean> {
  const overlaps = db
    .select({ id: sets.id })
    .from(sets)
    .where(
      and(
        eq(sets.status, "accepted"),
        lt(sets.startsAt, set.endsAt),
        gt(sets.endsAt, set.startsAt),
        or(eq(sets.stageId, set.stageId), eq(sets.performerId, set.performerId)),
      ),
    );
  const inserted = await db.all<{ id: string }>(sql`
    insert into ${sets} (id, stage_id, performer_id, name, description, starts_at, ends_at, created_at)
    select ${set.id}, ${set.stageId}, ${set.performerId}, ${set.name}, ${set.description},
      ${set.startsAt}, ${set.endsAt}, ${set.createdAt}
    where not exists ${overlaps}
    returning id`);
  return inserted.length === 1;
}
