import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sets, stages, users } from "#db/schema/index.ts";

/** Sets that end after `from`, cancelled ones too, by start; with one set's id that set alone, whenever it is. */
export async function listCalendarSets(
  db: Db,
  of: { stageId: string } | { performerId: string } | { setId: string },
  from: number,
) {
  const owner =
    "setId" in of
      ? eq(sets.id, of.setId)
      : and(
          "stageId" in of ? eq(sets.stageId, of.stageId) : eq(sets.performerId, of.performerId),
          gt(sets.endsAt, from),
        );
  return db
    .select({
      id: sets.id,
      stageId: sets.stageId,
      stageName: stages.name,
      performerName: users.username,
      name: sets.name,
      description: sets.description,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      status: sets.status,
      createdAt: sets.createdAt,
      changedAt: sets.changedAt,
      revision: sets.revision,
    })
    .from(sets)
    .innerJoin(stages, eq(stages.id, sets.stageId))
    .innerJoin(users, eq(users.id, sets.performerId))
    .where(and(owner, isNull(users.bannedAt)))
    .orderBy(asc(sets.startsAt), asc(sets.id))
    .limit(1000);
}
