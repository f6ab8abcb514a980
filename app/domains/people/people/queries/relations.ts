/** Follows, blocks and reports between people. */
import { and, desc, eq, exists, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { followCounts } from "#app/domains/value/stats/queries/counts.ts";
import type { Db } from "#db/client.ts";
import { matchPrefix, matchWords } from "#db/full-text.ts";
import { blocks, follows, reports, users } from "#db/schema/index.ts";
import { listedPerson } from "./people.ts";

export type RelationRow = NonNullable<Awaited<ReturnType<typeof findRelationTo>>>;
export type CardRow = Awaited<ReturnType<typeof listBlocked>>[number];
export type FollowRow = Awaited<ReturnType<typeof listFollowing>>[number];

/** A person, with the viewer's relation to them. Banned accounts are not found. */
export async function findRelationTo(db: Db, viewerId: string, personId: string) {
  const isBlockedBy = alias(blocks, "blocked_by");
  const [row] = await db
    .select({
      id: users.id,
      username: users.username,
      photo: users.photo,
      hideFollows: users.hideFollows,
      followerCount: followCounts(db, users.id).followerCount,
      isFollowing: sql<boolean>`${follows.userId} is not null`.mapWith(Boolean),
      hasAlert: sql<boolean>`coalesce(${follows.hasAlert}, 0)`.mapWith(Boolean),
      isBlocked: sql<boolean>`${blocks.userId} is not null`.mapWith(Boolean),
      isBlockedBy: sql<boolean>`${isBlockedBy.userId} is not null`.mapWith(Boolean),
    })
    .from(users)
    .leftJoin(follows, and(eq(follows.userId, viewerId), eq(follows.followingId, users.id)))
    .leftJoin(blocks, and(eq(blocks.userId, viewerId), eq(blocks.blockedId, users.id)))
    .leftJoin(isBlockedBy, and(eq(isBlockedBy.userId, users.id), eq(isBlockedBy.blockedId, viewerId)))
    .where(and(eq(users.id, personId), isNull(users.bannedAt)));
  return row;
}

/** Returns the columns of a person in a list for this viewer. */
function cardColumns(db: Db, viewerId: string) {
  const mine = alias(follows, "mine");
  const isFollowed = exists(
    db
      .select({ userId: mine.userId })
      .from(mine)
      .where(and(eq(mine.userId, viewerId), eq(mine.followingId, users.id))),
  );
  return {
    ...listedPerson,
    title: users.title,
    isPerformer: users.isPerformer,
    performerType: users.performerType,
    isFollowed: sql<boolean>`${isFollowed}`.mapWith(Boolean),
  };
}

/** Banned accounts are not found. */
export async function findCard(db: Db, viewerId: string, personId: string) {
  const [row] = await db
    .select({ ...cardColumns(db, viewerId), hideFollows: users.hideFollows })
    .from(users)
    .where(and(eq(users.id, personId), isNull(users.bannedAt)));
  return row;
}

interface FollowPageInput {
  userId: string;
  viewerId: string;
  limit: number;
  /** The last row of the page before, as (createdAt, the other person's id). */
  before?: { createdAt: number; id: string };
}

/** Returns those of these people whom the user follows. */
export async function listFollowedAmong(db: Db, userId: string, personIds: string[]): Promise<string[]> {
  // One parameter however many they are: a statement takes at most a hundred.
  const among = sql`(select value from json_each(${JSON.stringify(personIds)}))`;
  const rows = await db
    .select({ id: follows.followingId })
    .from(follows)
    .where(and(eq(follows.userId, userId), inArray(follows.followingId, among)));
  return rows.map(({ id }) => id);
}

/** The people whom a user follows, newest first; `createdAt` is when they started to. */
export async function listFollowing(db: Db, input: FollowPageInput) {
  return selectFollows(db, input, { owner: follows.userId, other: follows.followingId });
}

/** The followers of someone, the newest first. */
export async function listFollowers(db: Db, input: FollowPageInput): Promise<FollowRow[]> {
  return selectFollows(db, input, { owner: follows.followingId, other: follows.userId });
}

function selectFollows(
  db: Db,
  { userId, viewerId, limit, before }: FollowPageInput,
  { owner, other }: { owner: SQLiteColumn; other: SQLiteColumn },
) {
  const older =
    before &&
    or(
      lt(follows.createdAt, before.createdAt),
      and(eq(follows.createdAt, before.createdAt), lt(other, before.id)),
    );
  return db
    .select({ ...cardColumns(db, viewerId), createdAt: follows.createdAt })
    .from(follows)
    .innerJoin(users, eq(users.id, other))
    .where(and(eq(owner, userId), isNull(users.bannedAt), older))
    .orderBy(desc(follows.createdAt), desc(other))
    .limit(limit);
}

/** Stores nothing where either has blocked the other, even if that happened a moment ago. */
export async function insertFollow(db: Db, follow: typeof follows.$inferInsert): Promise<void> {
  await db.run(sql`
    insert into ${follows} (user_id, following_id, has_alert, created_at)
    select ${follow.userId}, ${follow.followingId}, 1, ${follow.createdAt}
    where ${notExists(db.select({ userId: blocks.userId }).from(blocks).where(isBetween(follow.userId, follow.followingId)))}
    on conflict do nothing`);
}

/** Whether either of the two has blocked the other. */
export function isBetween(one: string | SQLiteColumn, other: string | SQLiteColumn): SQL | undefined {
  return or(
    and(eq(blocks.userId, one), eq(blocks.blockedId, other)),
    and(eq(blocks.userId, other), eq(blocks.blockedId, one)),
  );
}

export async function deleteFollow(db: Db, userId: string, followingId: string): Promise<void> {
  await db.delete(follows).where(and(eq(follows.userId, userId), eq(follows.followingId, followingId)));
}

/** False where no one is followed. */
export async function updateAlert(
  db: Db,
  { userId, followingId, hasAlert }: { userId: string; followingId: string; hasAlert: boolean },
): Promise<boolean> {
  const rows = await db
    .update(follows)
    .set({ hasAlert })
    .where(and(eq(follows.userId, userId), eq(follows.followingId, followingId)))
    .returning({ userId: follows.userId });
  return rows.length === 1;
}

/** The blocks between a user and each of these people, in both directions. */
export async function listBlocksBetween(
  db: Db,
  personId: string,
  otherIds: readonly string[],
): Promise<{ id: string; isBlocked: boolean; isBlockedBy: boolean }[]> {
  const others = [...otherIds];
  const rows = await db
    .select({ userId: blocks.userId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.userId, personId), inArray(blocks.blockedId, others)),
        and(eq(blocks.blockedId, personId), inArray(blocks.userId, others)),
      ),
    );
  return others.map((id) => ({
    id,
    isBlocked: rows.some(({ blockedId }) => blockedId === id),
    isBlockedBy: rows.some(({ userId }) => userId === id),
  }));
}

/** Also deletes the follows between the two, and their alerts. Blocking twice has no further effect. */
export async function insertBlock(db: Db, block: typeof blocks.$inferInsert): Promise<void> {
  const { userId, blockedId } = block;
  await db.batch([
    db.insert(blocks).values(block).onConflictDoNothing(),
    db.delete(follows).where(and(eq(follows.userId, userId), eq(follows.followingId, blockedId))),
    db.delete(follows).where(and(eq(follows.userId, blockedId), eq(follows.followingId, userId))),
  ]);
}

export async function deleteBlock(db: Db, userId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.userId, userId), eq(blocks.blockedId, blockedId)));
}

/** The people whom a user has blocked, newest first. */
export async function listBlocked(db: Db, userId: string) {
  return db
    .select(cardColumns(db, userId))
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.userId, userId), isNull(users.bannedAt)))
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId));
}

/**
 * `everybody`: also by place and tags. The others are for choosing a person, by name. `others`: without the viewer.
 * `performers`: of those, the ones who have passed the stream test.
 */
export type SearchedPeople = "everybody" | "others" | "performers";

/** A person who was found, with what else they are found by. */
export type FoundRow = CardRow & Pick<typeof users.$inferSelect, "first" | "last" | "location" | "tags">;

/** The username, and the name on the profile. */
const nameColumns = ["username_key", "name"];

/**
 * People in whose names, or also place and tags, each of `words` is the start of a word. A username that equals
 * `usernameKey` comes first, then usernames that start with the words, then other names, then performers. Without banned
 * people and those with a block between them and the viewer.
 */
export async function searchPeople(
  db: Db,
  input: {
    viewerId: string;
    usernameKey: string;
    words: readonly string[];
    limit: number;
    among: SearchedPeople;
  },
): Promise<FoundRow[]> {
  const { viewerId, usernameKey, words, limit, among } = input;
  const matching = (query: string) =>
    sql`${users}.rowid in (select rowid from person_search where person_search match ${query})`;
  const isNamed = matching(matchWords(words, nameColumns));
  return db
    .select({
      ...cardColumns(db, viewerId),
      first: users.first,
      last: users.last,
      location: users.location,
      tags: users.tags,
    })
    .from(users)
    .where(
      and(
        among === "everybody" ? matching(matchWords(words)) : isNamed,
        isNull(users.bannedAt),
        among === "everybody" ? undefined : ne(users.id, viewerId),
        among === "performers" ? and(eq(users.isPerformer, true), eq(users.hasPassedTest, true)) : undefined,
        notExists(db.select({ userId: blocks.userId }).from(blocks).where(isBetween(viewerId, users.id))),
      ),
    )
    .orderBy(
      desc(eq(users.usernameKey, usernameKey)),
      desc(matching(matchPrefix(words, ["username_key"]))),
      desc(isNamed),
      desc(sql`not ${isNamed} and ${users.isPerformer}`),
      sql`length(${users.usernameKey})`,
      users.usernameKey,
    )
    .limit(limit);
}

/** False where this pair already has one of this day; a message is added to an open one that has none. */
export async function insertReport(db: Db, report: typeof reports.$inferInsert): Promise<boolean> {
  const { message, messageAt } = report;
  const insert = db.insert(reports).values(report);
  const rows = await (message == null
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({
        target: [reports.reporterId, reports.offenderId, reports.day],
        set: { message, messageAt },
        setWhere: and(isNull(reports.message), isNull(reports.settledAt)),
      })
  ).returning({ id: reports.id });
  return rows.length === 1;
}
