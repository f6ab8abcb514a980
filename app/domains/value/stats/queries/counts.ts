/**
 * Totals as scalar subqueries over rows. Nothing here is a stored counter, so a call that is repeated, raced or
 * replayed can change a number by at most the one row it is entitled to. The totals of a stage are read with all stages
 * at the same time and are stored in its row: triggers of the database keep them in step with the rows that they count.
 */
import { and, count, eq, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { isShownPlay } from "#app/domains/music/tracks/queries/shown-plays.ts";
import type { Db } from "#db/client.ts";
import { broadcasts, cheers, favorites, follows, plays, users } from "#db/schema/index.ts";

function countOf(db: Db, table: SQLiteTable, condition: SQL | undefined): SQL<number> {
  return scalar(db.select({ n: count() }).from(table).where(condition));
}

function scalar(query: SQLWrapper): SQL<number> {
  return sql<number>`(${query})`.mapWith(Number);
}

/** Sets that were on air, not sets that were booked. */
function setsPlayedWhere(db: Db, condition: SQL): SQL<number> {
  return scalar(
    db
      .select({ n: sql`count(distinct ${broadcasts.setId})` })
      .from(broadcasts)
      .where(and(condition, isNotNull(broadcasts.setId))),
  );
}

export function setCounts(db: Db, setId: SQLiteColumn) {
  return {
    totalFavorites: countOf(db, favorites, eq(favorites.setId, setId)),
    totalCheers: countOf(db, cheers, eq(cheers.setId, setId)),
  };
}

export function playCounts(db: Db, playId: SQLiteColumn) {
  return {
    favoriteCount: countOf(db, favorites, eq(favorites.playId, playId)),
    cheerCount: countOf(db, cheers, eq(cheers.playId, playId)),
  };
}

/**
 * Condition of rows that are credited: what happens on a performer's own profile counts neither for them nor for the
 * track.
 */
export const onStage = (table: typeof plays | typeof broadcasts | typeof favorites | typeof cheers): SQL =>
  isNotNull(table.stageId);

/** The performance of a broadcast; an encoder that reconnects does not start another or count its listeners again. */
export const performance = sql`coalesce(${broadcasts.performance}, ${broadcasts.setId}, ${broadcasts.id})`;

/** The sum of the highest peaks of performances: of the broadcasts of one performer that meet the condition. */
export const sumOfPeaks = (condition: SQL | undefined): SQL<number> =>
  sql<number>`(select coalesce(sum(peak), 0) from (
    select max(${broadcasts.peakListeners}) as peak from ${broadcasts} where ${condition} group by ${performance}))`.mapWith(
    Number,
  );

/** A favorite without a play, as from the page of a song, was heard nowhere: it counts for the track. */
export const countsForTrack = or(isNotNull(favorites.stageId), isNull(favorites.playId));

export function trackCounts(db: Db, trackId: SQLiteColumn, now: number) {
  const isCounted = and(eq(plays.trackId, trackId), onStage(plays), isShownPlay(now));
  return {
    djPlayCount: countOf(db, plays, isCounted),
    /** The sum of the peak listeners of every play. */
    listenCount: scalar(
      db
        .select({ n: sql`coalesce(sum(${plays.listenCount}), 0)` })
        .from(plays)
        .where(isCounted),
    ),
    favoriteCount: countOf(db, favorites, and(eq(favorites.trackId, trackId), countsForTrack)),
    cheerCount: countOf(db, cheers, and(eq(cheers.trackId, trackId), onStage(cheers))),
  };
}

export function performerCounts(db: Db, userId: SQLiteColumn) {
  return {
    /** The sum of the peaks of every performance on a stage. */
    listens: sumOfPeaks(and(eq(broadcasts.performerId, userId), onStage(broadcasts))),
    favorites: countOf(db, favorites, and(eq(favorites.performerId, userId), onStage(favorites))),
    cheers: countOf(db, cheers, and(eq(cheers.performerId, userId), onStage(cheers))),
    setsPlayed: setsPlayedWhere(db, eq(broadcasts.performerId, userId)),
    onAirMs: scalar(
      db
        .select({ n: sql`coalesce(sum(${broadcasts.endedAt} - ${broadcasts.startedAt}), 0)` })
        .from(broadcasts)
        .where(and(eq(broadcasts.performerId, userId), onStage(broadcasts), isNotNull(broadcasts.endedAt))),
    ),
  };
}

/**
 * The number of people who have favorited something of a performer, or cheered, as they heard it: ranks go by this, as
 * anyone may add rows by calls.
 */
export const peopleWhoHeard = (
  table: typeof favorites | typeof cheers,
  performerId: SQLWrapper,
  isCounted: SQL = sql`true`,
): SQL<number> =>
  sql<number>`(select count(distinct ${table.userId}) from ${table}
    where ${table.performerId} = ${performerId} and ${table.userId} <> ${performerId} and ${table.isHeard} = 1
      and ${isCounted} and ${onStage(table)})`.mapWith(Number);

export function followCounts(db: Db, userId: SQLiteColumn) {
  return {
    followerCount: countOf(db, follows, eq(follows.followingId, userId)),
    followingCount: countOf(db, follows, eq(follows.userId, userId)),
  };
}

/** The users whom this user referred. */
export function referralCountOf(db: Db, userId: SQLiteColumn): SQL<number> {
  const referred = alias(users, "referred");
  return scalar(db.select({ n: count() }).from(referred).where(eq(referred.referrerId, userId)));
}
