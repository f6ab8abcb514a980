import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { followCounts, performerCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { blocks, follows, users } from "#db/schema/index.ts";

const { passwordHash: _hash, email: _email, emailKey: _key, ...publicColumns } = getTableColumns(users);

/** Columns of each person in a list. */
export const listedPerson = {
  id: users.id,
  username: users.username,
  photo: users.photo,
  badge: users.badge,
  badgeName: users.badgeName,
};
export type ListedPersonRow = Pick<typeof users.$inferSelect, keyof typeof listedPerson>;

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** The key that one person is found by. */
export type PersonKey = { id: string } | { usernameKey: string };

const isPerson = (by: PersonKey) =>
  "id" in by ? eq(users.id, by.id) : eq(users.usernameKey, by.usernameKey);

/**
 * Finds a profile by user id or by folded username; never by email address or password. Banned accounts are not found.
 */
export async function findProfile(db: Db, by: PersonKey) {
  const [row] = await db
    .select({ ...publicColumns, ...performerCounts(db, users.id), ...followCounts(db, users.id) })
    .from(users)
    .where(isPerson(by));
  return row === undefined || row.bannedAt !== null ? undefined : row;
}

/** Finds the fields of a person that every page shows, and their words. Banned accounts are not found. */
export async function findPerson(
  db: Db,
  by: PersonKey,
): Promise<{ id: string; username: string; photo: string | null; bio: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, username: users.username, photo: users.photo, bio: users.bio })
    .from(users)
    .where(and(isPerson(by), isNull(users.bannedAt)));
  return row;
}

/** The relation of the viewer to a person. */
export async function findRelation(
  db: Db,
  viewerId: string,
  personId: string,
): Promise<{ isFollowing: boolean; hasAlert: boolean; isBlocked: boolean }> {
  const [[follow], [block]] = await Promise.all([
    db
      .select({ hasAlert: follows.hasAlert })
      .from(follows)
      .where(and(eq(follows.userId, viewerId), eq(follows.followingId, personId))),
    db
      .select({ createdAt: blocks.createdAt })
      .from(blocks)
      .where(and(eq(blocks.userId, viewerId), eq(blocks.blockedId, personId))),
  ]);
  return {
    isFollowing: follow !== undefined,
    hasAlert: follow?.hasAlert ?? false,
    isBlocked: block !== undefined,
  };
}

/** Finds the fields of a user that are shown beside their chat messages. */
export async function findChatCard(db: Db, userId: string) {
  const [row] = await db
    .select({
      username: users.username,
      photo: users.photo,
      badge: sql<string | null>`case when ${users.badgeDisplayChat} then ${users.badge} end`,
      isPerformer: users.isPerformer,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}
