/** The performer on an on-demand stage, as named by its managers, and those who allow that. */
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { listedPerson } from "#app/domains/people/people/queries/people.ts";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { stageMembers, users } from "#db/schema/index.ts";

const ofPair = (stageId: string, userId: string) =>
  and(eq(stageMembers.stageId, stageId), eq(stageMembers.userId, userId));

const performing = and(eq(users.isPerformer, true), eq(users.hasPassedTest, true), isNull(users.bannedAt));

/** Returns the performer on the stage while it is on demand; undefined where no one was named. */
export async function findPlaying(db: Db, stageId: string) {
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      photo: users.photo,
      hideProfileStats: users.hideProfileStats,
    })
    .from(stageMembers)
    .innerJoin(users, eq(users.id, stageMembers.userId))
    .where(and(eq(stageMembers.stageId, stageId), eq(stageMembers.isPlaying, true), performing));
  return row;
}

/** The performers among the members of a stage, by name. */
export async function listPlayerRows(db: Db, stageId: string) {
  return db
    .select({
      user: listedPerson,
      allowsNaming: stageMembers.allowsNaming,
      isPlaying: stageMembers.isPlaying,
    })
    .from(stageMembers)
    .innerJoin(users, eq(users.id, stageMembers.userId))
    .where(and(eq(stageMembers.stageId, stageId), performing))
    .orderBy(asc(users.usernameKey), asc(users.id));
}

/** Removes the named performer of the stage. */
export async function clearPlaying(db: Db, stageId: string): Promise<void> {
  await db
    .update(stageMembers)
    .set({ isPlaying: false })
    .where(and(eq(stageMembers.stageId, stageId), eq(stageMembers.isPlaying, true)));
}

/** Makes this member the only one who plays. False where they are not a member or do not allow it (any more). */
export async function setPlaying(db: Db, stageId: string, userId: string): Promise<boolean> {
  const [, rows] = await db.batch([
    db
      .update(stageMembers)
      .set({ isPlaying: false })
      .where(and(eq(stageMembers.stageId, stageId), ne(stageMembers.userId, userId))),
    db
      .update(stageMembers)
      .set({ isPlaying: true })
      .where(and(ofPair(stageId, userId), eq(stageMembers.allowsNaming, true)))
      .returning({ id: stageMembers.id }),
  ]);
  return rows.length === 1;
}

/**
 * A user who names themselves becomes the only one who plays, and a member if they are not one. False where they are not
 * and the stage has `max`.
 */
export function setOneselfPlaying(
  db: Db,
  member: Pick<typeof stageMembers.$inferSelect, "id" | "stageId" | "userId" | "createdAt">,
  max: number,
): Promise<boolean> {
  const others = db.$count(
    stageMembers,
    and(eq(stageMembers.stageId, member.stageId), ne(stageMembers.userId, member.userId)),
  );
  return batchUnless(db, sql`${others} >= ${max}`, [
    db
      .update(stageMembers)
      .set({ isPlaying: false })
      .where(and(eq(stageMembers.stageId, member.stageId), ne(stageMembers.userId, member.userId))),
    db
      .insert(stageMembers)
      .values({ ...member, isPlaying: true })
      .onConflictDoUpdate({
        target: [stageMembers.stageId, stageMembers.userId],
        set: { isPlaying: true },
      }),
  ]);
}

/** A member who no longer allows it stops playing too. False where they are not a member. */
export async function updateNaming(
  db: Db,
  { stageId, userId, isAllowed }: { stageId: string; userId: string; isAllowed: boolean },
): Promise<boolean> {
  const rows = await db
    .update(stageMembers)
    .set({ allowsNaming: isAllowed, ...(isAllowed ? {} : { isPlaying: false }) })
    .where(ofPair(stageId, userId))
    .returning({ id: stageMembers.id });
  return rows.length === 1;
}
