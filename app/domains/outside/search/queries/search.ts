/** Tracks, stages, genres and sets, found by the starts of words. People: `searchPeople` in `relations.ts`. */
import { and, asc, desc, eq, exists, gt, inArray, isNull, max, notExists, or, sql } from "drizzle-orm";
import { isListed, type StageRow } from "#app/domains/air/stages/queries/stages.ts";
import { isShownPlay, isShownTrack } from "#app/domains/music/tracks/queries/shown-plays.ts";
import type { TrackRow } from "#app/domains/music/tracks/queries/tracks.ts";
import { isBetween } from "#app/domains/people/people/queries/relations.ts";
import type { Db } from "#db/client.ts";
import { matchPhrase, matchPrefix, matchWords } from "#db/full-text.ts";
import { blocks, broadcasts, plays, sets, stages, tracks, users } from "#db/schema/index.ts";

/** Maximum number of matches that are compared, the newest first: one letter matches half of all rows. */
const maxCompared = 200;
/** More for sets: a year of a weekly one has the same name 52 times. */
const maxSetsCompared = 1_000;

interface Search {
  /** Words in lower case. */
  words: readonly string[];
  limit: number;
}

/**
 * Tracks in whose title or artist each of `words` is the start of a word. Exact matches come first, then names that
 * start with the words, then the most recently played.
 */
export async function searchTracks(
  db: Db,
  { words, limit, now }: Search & { now: number },
): Promise<TrackRow[]> {
  const newest = (query: string) =>
    sql`select rowid from track_search where track_search match ${query} order by rowid desc limit ${maxCompared}`;
  const begins = newest(matchPrefix(words, ["title", "artist"]));
  const playedAt = db
    .select({ at: max(plays.playedAt) })
    .from(plays)
    .where(and(eq(plays.trackId, tracks.id), isShownPlay(now)));
  const name = words.join(" ");
  return db
    .select()
    .from(tracks)
    .where(
      and(
        inArray(
          sql`${tracks}.rowid`,
          sql`(select rowid from (${begins}) union select rowid from (${newest(matchWords(words))}))`,
        ),
        isShownTrack(db, now),
      ),
    )
    .orderBy(
      sql`lower(${tracks.title}) = ${name} or lower(${tracks.artist}) = ${name} desc`,
      sql`${tracks}.rowid in (${begins}) desc`,
      sql`(${playedAt}) desc`,
      desc(tracks.id),
    )
    .limit(limit);
}

/** The row ids of stages that match, the newest first. */
const newestStages = (query: string) =>
  sql`(select rowid from stage_search where stage_search match ${query} order by rowid desc limit ${maxCompared})`;

/**
 * Stages in whose name or genre each of `words` is the start of a word. Exact matches come first, then names that start
 * with the words, then the most recently on air.
 */
export async function searchAllStages(db: Db, { words, limit }: Search): Promise<StageRow[]> {
  const begins = sql`${stages}.rowid in ${newestStages(matchPrefix(words, ["name"]))}`;
  return db
    .select()
    .from(stages)
    .where(and(isListed, or(begins, inArray(sql`${stages}.rowid`, newestStages(matchWords(words))))))
    .orderBy(
      sql`lower(${stages.name}) = ${words.join(" ")} desc`,
      sql`${begins} desc`,
      desc(stages.lastStreamedAt),
      asc(stages.name),
      asc(stages.id),
    )
    .limit(limit);
}

/** The genres, as stages spell them, in which each of `words` is the start of a word; one entry for each stage. */
export async function searchGenres(db: Db, words: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ genre: stages.genre })
    .from(stages)
    .where(and(isListed, inArray(sql`${stages}.rowid`, newestStages(matchWords(words, ["genre"])))));
  return rows.map(({ genre }) => genre);
}

/** Stages whose genre contains `words`, complete and in this order; 200 at most, the newest. */
export async function listStagesByGenre(db: Db, words: readonly string[]): Promise<StageRow[]> {
  return db
    .select()
    .from(stages)
    .where(and(isListed, inArray(sql`${stages}.rowid`, newestStages(matchPhrase(words, ["genre"])))));
}

/**
 * The ids of sets in whose name or tags each of `words` is the start of a word. Only sets that are not cancelled and are still
 * to come or were on air; of those that one performer plays under one name on a stage, the nearest to `now`. Exact
 * matches come first, then names that start with the words, then coming sets, the nearest first. Without performers who
 * are banned, have blocked the viewer or are blocked by them.
 */
export async function searchSets(
  db: Db,
  { words, limit, viewerId, now }: Search & { viewerId: string; now: number },
): Promise<string[]> {
  const newest = (query: string) =>
    sql`(select rowid from set_search where set_search match ${query} order by rowid desc limit ${maxSetsCompared})`;
  const begins = sql`${sets}.rowid in ${newest(matchPrefix(words, ["name"]))}`;
  const isOver = sql`${sets.endsAt} <= ${now}`;
  const distance = sql`abs(${sets.startsAt} - ${now})`;
  const wasOnAir = exists(
    db.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.setId, sets.id)),
  );
  const isBlocked = db.select({ userId: blocks.userId }).from(blocks).where(isBetween(viewerId, users.id));
  const isShown = and(
    or(begins, inArray(sql`${sets}.rowid`, newest(matchWords(words)))),
    eq(sets.status, "accepted"),
    or(gt(sets.endsAt, now), wasOnAir),
    isNull(users.bannedAt),
    notExists(isBlocked),
  );
  const series = sql`${sets.stageId}, ${sets.performerId}, lower(${sets.name})`;
  const rows = await db.all<{ id: string }>(sql`
    select id from (
      select ${sets.id} as id, lower(${sets.name}) = ${words.join(" ")} as is_called_so, ${begins} as begins_so,
        ${isOver} as is_over, ${distance} as distance,
        row_number() over (partition by ${series} order by ${isOver}, ${distance}, ${sets.id}) as place
      from ${sets} inner join ${users} on ${users.id} = ${sets.performerId}
      where ${isShown}
    )
    where place = 1
    order by is_called_so desc, begins_so desc, is_over, distance, id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
