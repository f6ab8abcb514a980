/** Performances without a set that can be played again: on profiles, and of named performers on on-demand stages. */
import {
  and,
  between,
  count,
  desc,
  eq,
  inArray,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts, cheers, favorites, replays, sets, stages, tips, users } from "#db/schema/index.ts";
import { replayColumns } from "./replay-columns.ts";
import { maxLateMs } from "./replay-record.ts";

export type PastPerformanceRow = Awaited<ReturnType<typeof listPastPerformances>>[number];

/**
 * Those of a performer or a stage that are over, newest first, by their start and id; `before` is the last one of the
 * page before. Whom the rule of rights surely refuses is left out here, so that pages are filled with few reads; the
 * rule decides about each of the rest.
 */
export function listPastPerformances(
  db: Db,
  {
    of,
    viewerId = "",
    limit,
    before,
  }: {
    of: { performerId: string } | { stageId: string };
    viewerId: string | undefined;
    limit: number;
    before?: { startsAt: number; id: string } | undefined;
  },
) {
  const owner = "stageId" in of ? eq(replays.stageId, of.stageId) : eq(replays.performerId, of.performerId);
  const mayBeHeard = and(
    inArray(replays.visibility, ["day", "always"]),
    or(isNull(replays.stageId), eq(stages.keepsReplays, true)),
  );
  return db
    .select({
      ...replayColumns,
      performerId: users.id,
      performerName: users.username,
      isStageWeekly: stages.isWeekly,
      streamId: broadcasts.streamId,
      peakListeners: peakOf(db),
      totalFavorites: countOf(db, favorites, favorites.createdAt),
      totalCheers: countOf(db, cheers, cheers.cheeredAt),
      tipTotal: tipsOf(db),
    })
    .from(replays)
    .innerJoin(users, eq(users.id, replays.performerId))
    .leftJoin(stages, eq(stages.id, replays.stageId))
    .leftJoin(sets, eq(sets.id, replays.setId))
    .leftJoin(broadcasts, eq(broadcasts.id, replays.id))
    .where(
      and(
        owner,
        isNull(replays.setId),
        eq(replays.status, "ready"),
        or(mayBeHeard, eq(replays.performerId, viewerId)),
        before && sql`(${replays.startedAt}, ${replays.performance}) < (${before.startsAt}, ${before.id})`,
      ),
    )
    .orderBy(desc(replays.startedAt), desc(replays.performance))
    .limit(limit);
}

const scalar = (query: SQLWrapper): SQL<number> => sql<number>`(${query})`.mapWith(Number);

/** True for rows of the same performer in the same room: its stage, or their profile. */
const isOfRoom = (table: typeof broadcasts | typeof favorites | typeof cheers): SQL =>
  sql`${table.performerId} = ${replays.performerId} and ${table.stageId} is ${replays.stageId}`;

const isOfPerformance = and(isOfRoom(broadcasts), eq(broadcasts.performance, replays.performance));

function peakOf(db: Db): SQL<number> {
  return scalar(
    db
      .select({ n: sql`coalesce(max(${broadcasts.peakListeners}), 0)` })
      .from(broadcasts)
      .where(isOfPerformance),
  );
}

/** Counts within the sound of the performance, as on the page of the replay. */
function countOf(
  db: Db,
  table: typeof favorites | typeof cheers,
  at: typeof favorites.createdAt | typeof cheers.cheeredAt,
): SQL<number> {
  const [from, until] = [replays.startedAt, replays.endedAt];
  return scalar(
    db
      .select({ n: count() })
      .from(table)
      .where(
        and(
          isOfRoom(table),
          between(at, from, sql`${until} + ${maxLateMs}`),
          between(sql`coalesce(${table.mediaAt}, ${at})`, from, until),
        ),
      ),
  );
}

/**
 * Sums tips without those given back. Of tips that are older than 13 months only sums are left, in which it is not
 * named.
 */
function tipsOf(db: Db): SQL<number> {
  const aired = db.select({ id: broadcasts.id }).from(broadcasts).where(isOfPerformance);
  return scalar(
    db
      .select({ n: sql`coalesce(sum(${tips.amount} - ${tips.reversed}), 0)` })
      .from(tips)
      .where(inArray(tips.broadcastId, aired)),
  );
}
