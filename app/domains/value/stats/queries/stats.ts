import { and, desc, eq, gte, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { listedPerson } from "#app/domains/people/people/queries/people.ts";
import type { Db } from "#db/client.ts";
import { broadcasts, cheers, favorites, listens, stages, tracks, users } from "#db/schema/index.ts";
import { onStage, peopleWhoHeard, performance, performerCounts } from "./counts.ts";

/** One row, or none where there is no such user; runs when awaited, or in a batch. */
export function selectPerformerStats(db: Db, userId: string) {
  return db
    .select({ ...performerCounts(db, users.id) })
    .from(users)
    .where(eq(users.id, userId));
}

/** Literal as in the partial index of performers: with bound values SQLite would not use the index. */
const performing = sql`${users.isPerformer} = 1 and ${users.hasPassedTest} = 1 and ${users.bannedAt} is null`;

/** A rank reveals numbers, so performers who hide theirs have none. */
const isRanked = eq(users.hideProfileStats, false);

/** Whether a performer has been on a stage. */
const hasPlayed = sql<boolean>`exists (select 1 from ${broadcasts}
  where ${broadcasts.performerId} = ${users.id} and ${onStage(broadcasts)})`;

const newestFirst = [desc(users.createdAt), desc(users.id)];

type Counts = Record<"listens" | "setsPlayed", SQL<number>>;

/** The most listened to first; among equals, each next number decides: of favorites and cheers, people who heard. */
const mostFirst = ({ listens, setsPlayed }: Counts, since = 0) =>
  [
    listens,
    setsPlayed,
    peopleWhoHeard(favorites, users.id, gte(favorites.createdAt, since)),
    peopleWhoHeard(cheers, users.id, gte(cheers.cheeredAt, since)),
  ].map((count) => desc(count));

/** Performers with their totals: the most listened to of those who show that. */
export function listTopPerformers(db: Db, limit: number) {
  const counts = performerCounts(db, users.id);
  const heard = db.$with("heard").as(
    db
      .select({ id: users.id, listens: counts.listens.as("heard_listens") })
      .from(users)
      .where(and(performing, isRanked)),
  );
  // The other totals are counted only for those who can be among the first.
  const last = db
    .select({ listens: heard.listens })
    .from(heard)
    .orderBy(desc(heard.listens))
    .limit(1)
    .offset(limit - 1);
  const least = sql`coalesce((${last}), 0)`;
  return db
    .with(heard)
    .select({ user: listedPerson, hidesStats: users.hideProfileStats, ...counts })
    .from(heard)
    .innerJoin(users, eq(users.id, heard.id))
    .where(gte(heard.listens, least))
    .orderBy(...mostFirst(counts), desc(hasPlayed), ...newestFirst)
    .limit(limit);
}

/** Performers with their totals, the newest first. */
export function listNewestPerformers(db: Db, limit: number) {
  return db
    .select({ user: listedPerson, hidesStats: users.hideProfileStats, ...performerCounts(db, users.id) })
    .from(users)
    .where(performing)
    .orderBy(...newestFirst)
    .limit(limit);
}

/**
 * Performers who show their numbers, by the peaks of their performances on stages since `since` (epoch ms), counting
 * only what happened since.
 */
export async function listPerformersSince(db: Db, since: number, limit: number) {
  const reactions = (table: typeof favorites | typeof cheers, at: SQLWrapper) =>
    sql<number>`(select count(*) from ${table} where ${table.performerId} = ${users.id} and ${at} >= ${since}
      and ${onStage(table)})`.mapWith(Number);
  // One row per performance, which has at most one set.
  const performances = db
    .select({
      performerId: broadcasts.performerId,
      setId: sql<string | null>`max(${broadcasts.setId})`.as("set"),
      peak: sql<number>`max(${broadcasts.peakListeners})`.as("peak"),
    })
    .from(broadcasts)
    .where(and(onStage(broadcasts), gte(broadcasts.startedAt, since)))
    .groupBy(broadcasts.performerId, performance)
    .as("performances");
  const heard = sql<number>`sum(${performances.peak})`.mapWith(Number);
  const counts = {
    listens: heard,
    setsPlayed: sql<number>`count(distinct ${performances.setId})`.mapWith(Number),
    favorites: reactions(favorites, favorites.createdAt),
    cheers: reactions(cheers, cheers.cheeredAt),
  };
  return db
    .select({ user: listedPerson, hidesStats: users.hideProfileStats, ...counts })
    .from(performances)
    .innerJoin(users, eq(users.id, performances.performerId))
    .where(and(performing, isRanked))
    .groupBy(users.id)
    .orderBy(...mostFirst(counts, since), desc(users.id))
    .limit(limit);
}

/** Totals of the whole instance. A performance is a set that was on air. */
export async function countEverything(db: Db) {
  const [trackCount, userCount, bannedCount, performerCount, [sets]] = await Promise.all([
    db.$count(tracks),
    db.$count(users),
    db.$count(users, isNotNull(users.bannedAt)),
    db.$count(users, performing),
    db.select({ n: sql<number>`count(distinct ${broadcasts.setId})`.mapWith(Number) }).from(broadcasts),
  ]);
  return { tracks: trackCount, sets: sets?.n ?? 0, users: userCount - bannedCount, djs: performerCount };
}

/** Stores a listen of the first of these listeners who has none of this performance yet; false where all have one. */
export async function insertListen(
  db: Db,
  listen: Omit<typeof listens.$inferInsert, "listener"> & { listeners: readonly string[] },
): Promise<boolean> {
  const { performance, stageId = null, performerId = null, setId = null, listenedAt } = listen;
  const isThere = sql`exists (select 1 from ${listens}
    where ${listens.performance} = ${performance} and ${listens.listener} = value)`;
  const row = db
    .select({
      performance: sql`${performance}`.as("performance"),
      listener: sql`value`.as("listener"),
      stageId: sql`${stageId}`.as("stage_id"),
      performerId: sql`${performerId}`.as("performer_id"),
      setId: sql`${setId}`.as("set_id"),
      listenedAt: sql`${listenedAt}`.as("listened_at"),
    })
    .from(sql`json_each(${JSON.stringify(listen.listeners)})`)
    .where(sql`not ${isThere}`)
    .limit(1);
  const rows = await db
    .insert(listens)
    .select(row)
    .onConflictDoNothing()
    .returning({ listener: listens.listener });
  return rows.length === 1;
}

export async function countListens(
  db: Db,
  of: { stageId: string } | { performerId: string },
): Promise<number> {
  if ("performerId" in of) return db.$count(listens, eq(listens.performerId, of.performerId));
  return (await findStageTotals(db, of.stageId))?.listenCount ?? 0;
}

/** Returns a stage's number of listens and of sets that were on air; undefined: there is no such stage. */
export async function findStageTotals(db: Db, stageId: string) {
  const [totals] = await db
    .select({ listenCount: stages.listenCount, setCount: stages.setCount })
    .from(stages)
    .where(eq(stages.id, stageId));
  return totals;
}
