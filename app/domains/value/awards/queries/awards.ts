import { and, asc, desc, eq, isNull, min, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { awards, stages, userAwards, users } from "#db/schema/index.ts";

export type AwardRow = typeof awards.$inferSelect;

/** The definitions that everyone can earn, in their order, with the time since when this user has them. */
export async function listGeneralAwardRows(db: Db, userId: string) {
  return db
    .select({ award: awards, earnedAt: min(userAwards.awardedAt) })
    .from(awards)
    .leftJoin(userAwards, and(eq(userAwards.awardId, awards.id), eq(userAwards.userId, userId)))
    .where(eq(awards.isGeneral, true))
    .groupBy(awards.id)
    .orderBy(asc(awards.position));
}

/** Finds an award by id, or by title or name in either wording, ignoring case. */
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

/** Lists the awards that this user has earned, latest first. */
export async function listEarnedAwards(db: Db, userId: string): Promise<EarnedAwardRow[]> {
  return selectEarned(db, eq(userAwards.userId, userId));
}

/** One earned award, if it belongs to this user. */
export async function findEarnedAward(
  db: Db,
  of: { userId: string; earnedId: string },
): Promise<EarnedAwardRow | undefined> {
  const [row] = await selectEarned(db, and(eq(userAwards.id, of.earnedId), eq(userAwards.userId, of.userId)));
  return row;
}

export type StageAwardRow = Awaited<ReturnType<typeof listStageAwards>>[number];

/** The awards that a stage has given to people who are not banned, latest first. */
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

/** Chooses which earned award is shown as title or badge, or none. Callers check its owner. */
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
      badgeName: shown(wording, users.badgeAwardId),
    })
    .where(eq(users.id, userId))
    .returning({ title: users.title, badge: users.badge });
  return row ?? { title: null, badge: null };
}
