/** The moderation of a stage's chat: its settings, and who may not write in it. */
import { and, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { stageChats, stageManagers, stageRestrictions, users } from "#db/schema/index.ts";

export type ChatSettingsRow = Omit<typeof stageChats.$inferSelect, "stageId">;

const open: ChatSettingsRow = { slowSeconds: 0, hasLinks: true, blockedWords: [] };

/** Returns the defaults for a stage whose settings were never changed. */
export async function findChatSettings(db: Db, stageId: string): Promise<ChatSettingsRow> {
  const { slowSeconds, hasLinks, blockedWords } = stageChats;
  const [row] = await db
    .select({ slowSeconds, hasLinks, blockedWords })
    .from(stageChats)
    .where(eq(stageChats.stageId, stageId));
  return row ?? open;
}

export async function saveChatSettings(
  db: Db,
  stageId: string,
  change: Partial<ChatSettingsRow>,
): Promise<void> {
  await db
    .insert(stageChats)
    .values({ stageId, ...change })
    // The id is set to itself, because an update without changes must be a valid statement too.
    .onConflictDoUpdate({ target: stageChats.stageId, set: { stageId, ...change } });
}

const isOfPair = (stageId: string, userId: string): SQL | undefined =>
  and(eq(stageRestrictions.stageId, stageId), eq(stageRestrictions.userId, userId));
const holds = (now: number) => or(isNull(stageRestrictions.until), gt(stageRestrictions.until, now));

/**
 * Replaces any other restriction of the same person. Those of the stage that are over are deleted. False where `max` of
 * other people are in force.
 */
export async function putRestriction(
  db: Db,
  restriction: typeof stageRestrictions.$inferInsert,
  max: number,
): Promise<boolean> {
  const { stageId, until, byId, createdAt } = restriction;
  const isOver = and(eq(stageRestrictions.stageId, stageId), lte(stageRestrictions.until, createdAt));
  await db.delete(stageRestrictions).where(isOver);
  const ofOthers = and(
    eq(stageRestrictions.stageId, stageId),
    ne(stageRestrictions.userId, restriction.userId),
  );
  const inForce = db.$count(stageRestrictions, and(ofOthers, holds(createdAt)));
  const put = db
    .insert(stageRestrictions)
    .values(restriction)
    .onConflictDoUpdate({
      target: [stageRestrictions.stageId, stageRestrictions.userId],
      set: { until, byId, createdAt },
    });
  return batchUnless(db, sql`${inForce} >= ${max}`, [put]);
}

/** Whether this person is banned from the stage's chat, until someone lifts it. */
export async function isBanned(db: Db, stageId: string, userId: string): Promise<boolean> {
  return (
    (await db.$count(stageRestrictions, and(isOfPair(stageId, userId), isNull(stageRestrictions.until)))) > 0
  );
}

/** False where there was no restriction any more. */
export async function deleteRestriction(
  db: Db,
  stageId: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .delete(stageRestrictions)
    .where(isOfPair(stageId, userId))
    .returning({ until: stageRestrictions.until });
  return rows.some(({ until }) => until === null || until > now);
}

/** Those in force now, the latest first, with who made each. */
export async function listRestrictions(db: Db, stageId: string, now: number) {
  const managers = alias(users, "managers");
  return db
    .select({
      user: { id: users.id, username: users.username, photo: users.photo },
      until: stageRestrictions.until,
      by: managers.username,
      createdAt: stageRestrictions.createdAt,
    })
    .from(stageRestrictions)
    .innerJoin(users, eq(users.id, stageRestrictions.userId))
    .leftJoin(managers, eq(managers.id, stageRestrictions.byId))
    .where(and(eq(stageRestrictions.stageId, stageId), holds(now)))
    .orderBy(desc(stageRestrictions.createdAt), stageRestrictions.userId)
    .limit(500);
}

/** Everything that a stage's room has to know to moderate its chat. */
export async function readModeration(db: Db, stageId: string, now: number) {
  const [settings, restricted, managers] = await Promise.all([
    findChatSettings(db, stageId),
    db
      .select({ userId: stageRestrictions.userId, until: stageRestrictions.until })
      .from(stageRestrictions)
      .where(and(eq(stageRestrictions.stageId, stageId), holds(now))),
    db.select({ userId: stageManagers.userId }).from(stageManagers).where(eq(stageManagers.stageId, stageId)),
  ]);
  return { settings, restricted, managerIds: managers.map(({ userId }) => userId) };
}
