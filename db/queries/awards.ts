import { and, asc, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { awards, stages, userAwards, users } from "../schema/index.ts";
import { performerCounts, referralCountOf } from "./counts.ts";

export type AwardRow = typeof awards.$inferSelect;

/** The definitions that everybody can earn, in their order. */
export async function listGeneralAwardRows(db: Db): Promise<AwardRow[]> {
  return db.select().from(awards).where(eq(awards.isGeneral, true)).orderBy(asc(awards.position));
}

/** By id, or by title or name in either wording, whatever the case. */
export async function findAward(db: Db, idOrName: string): Promise<AwardRow | undefined> {
  const wanted = idOrName.trim().toLowerCase();
  const texts = [awards.id, awards.title, awards.name, awards.musicianTitle, awards.musicianName];
  const [row] = await db
    .select()
    .from(awards)
    .where(or(...texts.map((text) => eq(sql`lower(${text})`, wanted))))
    .orderBy(asc(awards.position))
    .limit(1);
  return row;
}

export type EarnedAwardRow = Awaited<ReturnType<typeof selectEarned>>[number];

function selectEarned(db: Db, where: SQL | undefined) {
  return db
    .select({
      earned: userAwards,
      award: awards,
      stage: { id: stages.id, name: stages.name },
      isTitle: sql`${users.titleAwardId} is ${userAwards.id}`.mapWith(Boolean),
      isBadge: sql`${users.badgeAwardId} is ${userAwards.id}`.mapWith(Boolean),
    })
    .from(userAwards)
    .innerJoin(awards, eq(awards.id, userAwards.awardId))
    .innerJoin(users, eq(users.id, userAwards.userId))
    .leftJoin(stages, eq(stages.id, userAwards.stageId))
    .where(where)
    .orderBy(desc(userAwards.awardedAt), desc(userAwards.id));
}

/** What this user has earned, latest first. */
export async function listEarnedAwards(db: Db, userId: string): Promise<EarnedAwardRow[]> {
  return selectEarned(db, eq(userAwards.userId, userId));
}

/** One earned award, if it is this user's. */
export async function findEarnedAward(
  db: Db,
  of: { userId: string; earnedId: string },
): Promise<EarnedAwardRow | undefined> {
  const [row] = await selectEarned(db, and(eq(userAwards.id, of.earnedId), eq(userAwards.userId, of.userId)));
  return row;
}

export type StageAwardRow = Awaited<ReturnType<typeof listStageAwards>>[number];

/** What a stage has given to people who are not banned, latest first. */
export async function listStageAwards(db: Db, stageId: string, limit: number) {
  return db
    .select({
      earned: userAwards,
      award: awards,
      stage: { id: stages.id, name: stages.name },
      owner: {
        id: users.id,
        username: users.username,
        photo: users.photo,
        performerType: users.performerType,
        hidesStats: users.hideProfileStats,
      },
    })
    .from(userAwards)
    .innerJoin(awards, eq(awards.id, userAwards.awardId))
    .innerJoin(users, eq(users.id, userAwards.userId))
    .innerJoin(stages, eq(stages.id, userAwards.stageId))
    .where(and(eq(userAwards.stageId, stageId), isNull(users.bannedAt)))
    .orderBy(desc(userAwards.awardedAt), desc(userAwards.id))
    .limit(limit);
}

/** What an award records of the user who earns it, and in which wording they have it. Undefined where there is no such user. */
export async function findAwardStats(db: Db, userId: string) {
  const [row] = await db
    .select({
      performerType: users.performerType,
      ...performerCounts(db, users.id),
      referrals: referralCountOf(db, users.id),
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/**
 * Records an earned award unless this user has it already from the same stage (or from none), in a single statement.
 * Answers the id of the one that is there now.
 */
export async function insertEarnedOnce(
  db: Db,
  earned: typeof userAwards.$inferSelect,
): Promise<{ id: string; isNew: boolean }> {
  const same = db
    .select({ id: userAwards.id })
    .from(userAwards)
    .where(
      and(
        eq(userAwards.userId, earned.userId),
        eq(userAwards.awardId, earned.awardId),
        sql`${userAwards.stageId} is ${earned.stageId}`,
      ),
    );
  const inserted = await db.all<{ id: string }>(sql`
    insert into ${userAwards} (id, award_id, user_id, stage_id, awarded_at,
      sets_played, hours, listens, favorites, cheers, referrals)
    select ${earned.id}, ${earned.awardId}, ${earned.userId}, ${earned.stageId}, ${earned.awardedAt},
      ${earned.setsPlayed}, ${earned.hours}, ${earned.listens}, ${earned.favorites}, ${earned.cheers}, ${earned.referrals}
    where not exists ${same}
    returning id`);
  if (inserted.length === 1) return { id: earned.id, isNew: true };
  const [known] = await same;
  if (known === undefined) throw new Error("an award that was neither there nor inserted");
  return { id: known.id, isNew: false };
}

/** Chooses which earned award is shown as title or badge, or none. Callers check whose it is. */
export async function updateShownAward(
  db: Db,
  userId: string,
  shown: { titleAwardId: string | null } | { badgeAwardId: string | null },
): Promise<void> {
  await db.update(users).set(shown).where(eq(users.id, userId));
}

/** Copies title and badge of the chosen awards into the user's row, in the wording for their kind of performer. */
export async function copyShownAwards(
  db: Db,
  userId: string,
): Promise<{ title: string | null; badge: string | null }> {
  const shown = (column: SQL, chosen: SQLWrapper) => sql`(
    select ${column} from ${userAwards} inner join ${awards} on ${awards.id} = ${userAwards.awardId}
    where ${userAwards.id} = ${chosen} and ${userAwards.userId} = ${users.id})`;
  const wording = sql`case ${users.performerType} when 'dj' then ${awards.title} else ${awards.musicianTitle} end`;
  const [row] = await db
    .update(users)
    .set({
      title: shown(wording, users.titleAwardId),
      badge: shown(sql`${awards.badge}`, users.badgeAwardId),
    })
    .where(eq(users.id, userId))
    .returning({ title: users.title, badge: users.badge });
  return row ?? { title: null, badge: null };
}
