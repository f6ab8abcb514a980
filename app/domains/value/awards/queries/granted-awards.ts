/** Newly granted awards: the statistics at that time, the row, and the notice. */
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { awards, broadcasts, cheers, favorites, stages, userAwards, users } from "#db/schema/index.ts";
import { onStage, sumOfPeaks } from "../../stats/queries/counts.ts";

/** A person who gets an award as of a moment (epoch ms), from a stage or from none in particular. */
export interface Grant {
  userId: string;
  awardId: string;
  stageId: string | null;
  at: number;
}

/** The statistics that an award records of its owner, as of that moment. */
export interface StatsThen {
  setsPlayed: number;
  onAirMs: number;
  listens: number;
  favorites: number;
  cheers: number;
  referrals: number;
}

/**
 * Lists for each grant, in their order, what its owner had done on stages by its moment. Only broadcasts that had ended
 * count.
 */
export async function listStatsThen(db: Db, grants: readonly Grant[]): Promise<StatsThen[]> {
  const moments = JSON.stringify(grants.map(({ userId, at }) => ({ userId, at })));
  const ended = sql`${broadcasts.performerId} = moment.user_id and ${broadcasts.endedAt} <= moment.at
    and ${onStage(broadcasts)}`;
  return db.all<StatsThen>(sql`
    with moment as materialized (
      select key, value ->> 'userId' as user_id, value ->> 'at' as at from json_each(${moments}))
    select
      (select count(distinct ${broadcasts.setId}) from ${broadcasts} where ${ended}) as "setsPlayed",
      (select coalesce(sum(${broadcasts.endedAt} - ${broadcasts.startedAt}), 0) from ${broadcasts} where ${ended}) as "onAirMs",
      ${sumOfPeaks(ended)} as "listens",
      (select count(*) from ${favorites}
        where ${favorites.performerId} = moment.user_id and ${favorites.createdAt} <= moment.at
          and ${onStage(favorites)}) as "favorites",
      (select count(*) from ${cheers}
        where ${cheers.performerId} = moment.user_id and ${cheers.cheeredAt} <= moment.at
          and ${onStage(cheers)}) as "cheers",
      (select count(*) from ${users}
        where ${users.referrerId} = moment.user_id and ${users.createdAt} <= moment.at) as "referrals"
    from moment order by key`);
}

export type NewEarned = Omit<typeof userAwards.$inferSelect, "toldAt">;

/**
 * Records earned awards in a single statement, each unless its owner already has it from the same stage (or from none);
 * one whose owner was deleted is left out. Returns the ids of those that are new.
 */
export async function insertEarned(db: Db, earned: readonly NewEarned[]): Promise<string[]> {
  const field = (name: keyof NewEarned) => sql`grants.value ->> ${sql.raw(`'${name}'`)}`;
  const rows = await db.all<{ id: string }>(sql`
    insert into ${userAwards} (id, award_id, user_id, stage_id, awarded_at,
      sets_played, hours, listens, favorites, cheers, referrals, is_manual)
    select ${field("id")}, ${field("awardId")}, ${users.id}, ${field("stageId")}, ${field("awardedAt")},
      ${field("setsPlayed")}, ${field("hours")}, ${field("listens")}, ${field("favorites")}, ${field("cheers")},
      ${field("referrals")}, ${field("isManual")}
    from json_each(${JSON.stringify(earned)}) as grants inner join ${users} on ${users.id} = ${field("userId")}
    where not exists (
      select 1 from ${userAwards} as held
      where held.user_id = ${users.id} and held.award_id = ${field("awardId")} and held.stage_id is ${field("stageId")})
    returning id`);
  return rows.map(({ id }) => id);
}

/** The award that this user already has from this stage (or from none). */
export async function findHeld(
  db: Db,
  held: Pick<Grant, "userId" | "awardId" | "stageId">,
): Promise<string | undefined> {
  const { userId, awardId, stageId } = held;
  const [row] = await db
    .select({ id: userAwards.id })
    .from(userAwards)
    .where(
      and(
        eq(userAwards.userId, userId),
        eq(userAwards.awardId, awardId),
        stageId === null ? isNull(userAwards.stageId) : eq(userAwards.stageId, stageId),
      ),
    );
  return row?.id;
}

/** Awards without a delivered notice, the oldest first; with `ids` only these. */
export async function listUntold(db: Db, limit: number, ids?: readonly string[]) {
  return db
    .select({
      id: userAwards.id,
      userId: userAwards.userId,
      performerType: users.performerType,
      award: awards,
      room: { name: stages.name },
    })
    .from(userAwards)
    .innerJoin(awards, eq(awards.id, userAwards.awardId))
    .innerJoin(users, eq(users.id, userAwards.userId))
    .leftJoin(stages, eq(stages.id, userAwards.stageId))
    .where(and(isNull(userAwards.toldAt), ids && inArray(userAwards.id, [...ids])))
    .orderBy(asc(userAwards.id))
    .limit(limit);
}

export async function markTold(db: Db, earnedId: string, at: number): Promise<void> {
  await db.update(userAwards).set({ toldAt: at }).where(eq(userAwards.id, earnedId));
}
