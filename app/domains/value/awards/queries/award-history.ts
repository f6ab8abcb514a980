/** People's history as the rules of awards count it, and when a count reached the number of a rule. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import {
  awardReviews,
  broadcasts,
  cheers,
  favorites,
  listens,
  plays,
  stageSubscriptions,
  stages,
  userAwards,
  users,
} from "#db/schema/index.ts";
import { onStage, performance } from "../../stats/queries/counts.ts";
import type { Grant } from "./granted-awards.ts";

/** Things that can be counted; `docs/awards.md` lists the rows behind each. */
export type AwardCount =
  | "setsPlayed"
  | "onAirMs"
  | "peakListeners"
  | "favoritesReceived"
  | "cheersReceived"
  | "favoritesGiven"
  | "cheersGiven"
  | "setsHeard"
  | "stagesSubscribed"
  | "referrals"
  | "pioneerDays";

/** Rows of history of the people in `person`, each worth an amount from its time on. */
interface Source {
  table: SQLWrapper;
  /** The user whose history it is. */
  who: SQLWrapper;
  at: SQLWrapper;
  /** Orders events of the same time. */
  id: SQLWrapper;
  amount?: SQLWrapper;
  stage?: SQLWrapper;
  where?: SQL;
}

/** Broadcasts, favorites and cheers on a performer's own profile do not count. */
const ended = sql`${broadcasts.endedAt} is not null and ${onStage(broadcasts)}`;
/** Amount by which a broadcast has raised the peak of its performance above those of the broadcasts before it. */
const addedPeak = sql`max(0, ${broadcasts.steadyPeak} - coalesce(max(${broadcasts.steadyPeak}) over (
  partition by ${broadcasts.performerId}, ${broadcasts.stageId}, ${performance}
  order by ${broadcasts.endedAt}, ${broadcasts.id} rows between unbounded preceding and 1 preceding), 0))`;
const onAir = {
  table: broadcasts,
  who: broadcasts.performerId,
  stage: broadcasts.stageId,
  at: broadcasts.endedAt,
  id: broadcasts.id,
  where: ended,
};
/** Condition of favorites and cheers: those that performers give themselves do not count. */
const ofOthers = (table: typeof favorites | typeof cheers) =>
  sql`${table.userId} is not ${table.performerId}`;
const received = (table: typeof favorites | typeof cheers) =>
  sql`${ofOthers(table)} and ${onStage(table)} and ${heardAt(table)} is not null`;

/** The performance in which it was given. */
const performanceOf = (table: typeof favorites | typeof cheers) => sql`coalesce(${table.setId}, (
  select coalesce(during.performance, during.set_id, during.id)
  from ${plays} as play inner join ${broadcasts} as during on during.id = play.broadcast_id
  where play.id = ${table.playId}))`;

/**
 * Returns when it counts: it was given by someone who then heard what it is for, and who is counted as a listener of
 * that performance, even if later; otherwise null. A call alone proves nothing.
 */
function heardAt(table: typeof favorites | typeof cheers): SQL {
  return sql`(
    select max(heard.listened_at, ${table === favorites ? favorites.createdAt : cheers.cheeredAt})
    from ${listens} as heard left join ${plays} as play on play.id = ${table.playId}
      left join ${broadcasts} as during on during.id = play.broadcast_id
    where ${table.isHeard} = 1 and heard.listener = ${table.userId}
      and heard.performance = coalesce(${table.setId}, during.performance, during.set_id, during.id))`;
}

/** Time when they first listened on that stage. */
const heardOnStageAt = sql`(
  select min(heard.listened_at) from ${listens} as heard
  where heard.listener = ${stageSubscriptions.userId} and heard.stage_id = ${stageSubscriptions.stageId})`;
/** Time when a newcomer first listened to someone else. */
const newcomerHeardAt = sql`(
  select min(heard.listened_at) from ${listens} as heard
  where heard.listener = ${users.id} and heard.performer_id is not ${users.id})`;

function sourceOf(count: AwardCount, pioneersUntil: number): Source {
  switch (count) {
    case "setsPlayed":
      return {
        ...onAir,
        // A set counts once, however often its encoder reconnected.
        at: sql`min(${broadcasts.endedAt})`,
        id: broadcasts.setId,
        where: sql`${broadcasts.setId} is not null and ${ended} group by ${broadcasts.performerId}, ${broadcasts.setId}`,
      };
    case "onAirMs":
      return { ...onAir, amount: sql`${broadcasts.endedAt} - ${broadcasts.startedAt}` };
    case "peakListeners":
      return { ...onAir, amount: addedPeak };
    case "favoritesReceived":
      return {
        ...favorite,
        who: favorites.performerId,
        // Each person counts once, however much they have marked.
        at: sql`min(${heardAt(favorites)})`,
        id: favorites.userId,
        where: sql`${received(favorites)} group by ${favorites.performerId}, ${favorites.userId}`,
      };
    case "favoritesGiven":
      return favorite;
    case "cheersReceived":
      return {
        ...cheer,
        who: cheers.performerId,
        // Each person counts once in each performance, however often they cheer.
        at: sql`min(${heardAt(cheers)})`,
        where: sql`${received(cheers)} group by ${cheers.performerId}, ${cheers.userId}, ${performanceOf(cheers)}`,
      };
    case "cheersGiven":
      return { ...cheer, where: sql`${ofOthers(cheers)} and ${heardAt(cheers)} is not null` };
    case "setsHeard":
      return {
        table: listens,
        who: listens.listener,
        stage: listens.stageId,
        at: listens.listenedAt,
        id: listens.performance,
        where: sql`${listens.performerId} is not ${listens.listener}`,
      };
    case "stagesSubscribed":
      return {
        table: stageSubscriptions,
        who: stageSubscriptions.userId,
        at: sql`max(${stageSubscriptions.createdAt}, ${heardOnStageAt})`,
        id: stageSubscriptions.stageId,
        where: sql`${heardOnStageAt} is not null`,
      };
    case "referrals":
      return {
        table: users,
        who: users.referrerId,
        at: sql`max(${users.createdAt}, ${users.emailVerifiedAt}, ${newcomerHeardAt})`,
        id: users.id,
        where: sql`${users.emailVerifiedAt} is not null and ${newcomerHeardAt} is not null`,
      };
    case "pioneerDays":
      return {
        table: users,
        who: users.id,
        at: users.createdAt,
        id: users.id,
        where: sql`${users.createdAt} < ${pioneersUntil}`,
      };
  }
}

const favorite = {
  table: favorites,
  who: favorites.userId,
  stage: favorites.stageId,
  at: heardAt(favorites),
  id: favorites.trackId,
  where: sql`${heardAt(favorites)} is not null`,
} satisfies Source;
const cheer = {
  table: cheers,
  who: cheers.userId,
  stage: cheers.stageId,
  at: heardAt(cheers),
  id: cheers.id,
} satisfies Source;

/**
 * Returns which of these people have reached which of these rules of one count, and when; with `isOfStage`, on each
 * stage separately. Awards that they already hold are left out, and people who hold all of them are not counted, so
 * that few rows are read.
 */
export async function listReached(
  db: Db,
  input: {
    userIds: readonly string[];
    count: AwardCount;
    isOfStage: boolean;
    rules: readonly { award: string; atLeast: number }[];
    /** Epoch ms. */
    pioneersUntil: number;
  },
): Promise<Grant[]> {
  const {
    table,
    who,
    at,
    id,
    amount = sql`1`,
    stage = sql`null`,
    where = sql`true`,
  } = sourceOf(input.count, input.pioneersUntil);
  const holds = (userId: SQL, stageId: SQL) => sql`exists (
    select 1 from ${userAwards} as held
    where held.user_id = ${userId} and held.award_id = rule.award_id and held.stage_id is ${stageId})`;
  const [stageId, perPerson, anywhere, lacking] = input.isOfStage
    ? [sql`running.stage_id`, sql`user_id, stage_id`, sql`stage_id in (select id from ${stages})`, sql`true`]
    : [
        sql`null`,
        sql`user_id`,
        sql`true`,
        sql`exists (select 1 from rule where not ${holds(sql`value`, sql`null`)})`,
      ];
  return db.all<Grant>(sql`
    with rule as materialized (
      select value ->> 'award' as award_id, value ->> 'atLeast' as at_least from json_each(${JSON.stringify(input.rules)})),
    person as materialized (select value as id from json_each(${JSON.stringify(input.userIds)}) where ${lacking}),
    event as (
      select ${who} as user_id, ${stage} as stage_id, ${at} as at, ${id} as id, ${amount} as amount
      from person cross join ${table} on ${who} = person.id where ${where}),
    running as (
      select user_id, stage_id, at, amount,
        sum(amount) over (partition by ${perPerson} order by at, id rows unbounded preceding) as total
      from event where ${anywhere})
    select running.user_id as "userId", ${stageId} as "stageId", rule.award_id as "awardId", running.at as "at"
    from running inner join rule on running.total >= rule.at_least and running.total - running.amount < rule.at_least
    where not ${holds(sql`running.user_id`, stageId)}
    order by running.at`);
}

/** Takes the next people who have waited since `until` or longer, the longest first, for the run of this name. */
export async function takeReviews(
  db: Db,
  input: { run: string; until: number; limit: number },
): Promise<string[]> {
  const { run, until, limit } = input;
  const next = sql`(
    select ${awardReviews.userId} from ${awardReviews}
    where ${awardReviews.wantedAt} <= ${until} order by ${awardReviews.wantedAt} limit ${limit})`;
  const rows = await db
    .update(awardReviews)
    .set({ takenBy: run })
    .where(sql`${awardReviews.userId} in ${next}`)
    .returning({ userId: awardReviews.userId });
  return rows.map(({ userId }) => userId);
}

/** Removes reviewed people from the list; a person with newer history stays on it. */
export async function finishReviews(db: Db, run: string): Promise<void> {
  await db.delete(awardReviews).where(sql`${awardReviews.takenBy} = ${run}`);
}

/** They could not be reviewed: they wait until then. */
export async function postponeReviews(db: Db, run: string, until: number): Promise<void> {
  await db.update(awardReviews).set({ wantedAt: until }).where(sql`${awardReviews.takenBy} = ${run}`);
}

/** Adds everyone to the list. */
export async function wantAllReviews(db: Db, now: number): Promise<void> {
  await db.run(sql`
    insert into ${awardReviews} (user_id, wanted_at) select ${users.id}, ${now} from ${users} where true
    on conflict (user_id) do update set taken_by = null where taken_by is not null`);
}

export async function countReviews(db: Db): Promise<number> {
  return db.$count(awardReviews);
}
