/** The lists of conversations in D1, who may write to whom, and the writes of a conversation's object. */
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { blocks, conversationMembers, conversations, users } from "#db/schema/index.ts";

/** D1 binds at most a hundred values: a list of ids is passed as one value, however long it is. */
const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** The facts that decide whether someone may write, and how they are shown. */
export interface PersonFacts {
  id: string;
  username: string;
  photo: string | null;
  isBanned: boolean;
  disableDms: boolean;
  createdAt: number;
  emailVerifiedAt: number | null;
}

/** These people as they are now, without deleted accounts, and the blocks among them. */
export async function readWritingFacts(
  db: Db,
  ids: readonly string[],
): Promise<{ people: PersonFacts[]; blocks: { by: string; of: string }[] }> {
  const [people, between] = await db.batch([
    db
      .select({
        id: users.id,
        username: users.username,
        photo: users.photo,
        isBanned: sql<boolean>`${users.bannedAt} is not null`.mapWith(Boolean),
        disableDms: users.disableDms,
        createdAt: users.createdAt,
        emailVerifiedAt: users.emailVerifiedAt,
      })
      .from(users)
      .where(inArray(users.id, among(ids))),
    db
      .select({ by: blocks.userId, of: blocks.blockedId })
      .from(blocks)
      .where(and(inArray(blocks.userId, among(ids)), inArray(blocks.blockedId, among(ids)))),
  ]);
  return { people, blocks: between };
}

/** Returns when someone's account was created, and whether their address is confirmed. */
export async function findStanding(db: Db, userId: string) {
  const [row] = await db
    .select({ createdAt: users.createdAt, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** The conversation of two people with this key, if there is one. */
export async function findDirect(db: Db, directKey: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.directKey, directKey));
  return row?.id;
}

/** Returns the conversation of two people: the existing one, or this new one; the unique key decides a race. */
export async function reserveDirect(
  db: Db,
  { id, directKey, now }: { id: string; directKey: string; now: number },
): Promise<string> {
  await db.insert(conversations).values({ id, directKey, createdAt: now, lastAt: now }).onConflictDoNothing();
  return (await findDirect(db, directKey)) ?? id;
}

/** The conversation is no longer between these two only: they may start another. */
export async function releaseDirect(db: Db, id: string): Promise<void> {
  await db.update(conversations).set({ directKey: null }).where(eq(conversations.id, id));
}

export async function isMember(db: Db, conversationId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
  return rows.length === 1;
}

/** Time of the last change that they can see of it: its last message, or their joining. */
const movedAt = sql<number>`case when ${conversations.lastSeq} > ${conversationMembers.afterSeq}
  then ${conversations.lastAt} else ${conversationMembers.joinedAt} end`;

/** Someone's conversations, the one with the newest message first, without those that they have deleted. */
export async function listConversations(db: Db, userId: string, limit: number) {
  return db
    .select({
      id: conversations.id,
      name: conversations.name,
      lastSeq: conversations.lastSeq,
      lastMessage: conversations.lastMessage,
      lastUserId: conversations.lastUserId,
      movedAt,
      afterSeq: conversationMembers.afterSeq,
      isMuted: conversationMembers.isMuted,
      mutedUntil: conversationMembers.mutedUntil,
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(and(eq(conversationMembers.userId, userId), eq(conversationMembers.isHidden, false)))
    .orderBy(desc(movedAt), desc(conversations.id))
    .limit(limit);
}

/**
 * The participants of these conversations, as `viewerId` may see them; of each conversation in the order of joining.
 */
export async function listMembersOf(db: Db, conversationIds: readonly string[], viewerId: string) {
  return db
    .select({
      conversationId: conversationMembers.conversationId,
      id: users.id,
      username: users.username,
      photo: users.photo,
      hasRead: conversationMembers.hasRead,
      isMarkedUnread: conversationMembers.isMarkedUnread,
      isBlocked: sql<boolean>`exists (select 1 from ${blocks} where ${blocks.userId} = ${viewerId}
        and ${blocks.blockedId} = ${users.id})`.mapWith(Boolean),
    })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .where(inArray(conversationMembers.conversationId, among(conversationIds)))
    .orderBy(asc(conversationMembers.conversationId), asc(conversationMembers.position));
}

/** The ids of the people whom this user has blocked. */
export async function listBlockedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: blocks.blockedId }).from(blocks).where(eq(blocks.userId, userId));
  return rows.map(({ id }) => id);
}

export interface ListedConversation {
  id: string;
  isDirect: boolean;
  name: string | null;
  createdAt: number;
  lastSeq: number;
  lastAt: number;
  lastMessage: string;
  lastUserId: string | null;
  version: number;
  members: Omit<typeof conversationMembers.$inferSelect, "conversationId">[];
}

/** The columns of a participant that change. */
const ownColumns = [
  "position",
  "joined_at",
  "after_seq",
  "has_read",
  "is_marked_unread",
  "is_muted",
  "muted_until",
  "is_hidden",
];

/** Writes a conversation's state in one step. A state that is older than the stored one changes nothing. */
export async function storeConversation(db: Db, conversation: ListedConversation): Promise<void> {
  const { id, isDirect, members, version, ...rest } = conversation;
  const lastUserId = sql`(select id from ${users} where id = ${rest.lastUserId})`;
  const isNewest = sql`exists (select 1 from ${conversations} where id = ${id} and version = ${version})`;
  const column = (name: string) => sql.raw(`value ->> '$.${name}'`);
  const excluded = (name: string) => sql.raw(`excluded.${name}`);
  const row = (of: string) => sql.raw(ownColumns.map((name) => `${of}.${name}`).join());
  const state = { ...rest, lastUserId, version };
  await db.batch([
    db
      .insert(conversations)
      .values({ id, ...state })
      .onConflictDoUpdate({
        target: conversations.id,
        set: isDirect ? state : { ...state, directKey: null },
        setWhere: sql`${conversations.version} <= ${version}`,
      }),
    db
      .insert(conversationMembers)
      .select(
        sql`select ${id}, ${users.id}, ${column("position")}, ${column("joinedAt")}, ${column("afterSeq")},
          ${column("hasRead")}, ${column("isMarkedUnread")}, ${column("isMuted")}, ${column("mutedUntil")},
          ${column("isHidden")}
        from json_each(${JSON.stringify(members)}) join ${users} on ${users.id} = ${column("userId")}
        where ${isNewest}`,
      )
      .onConflictDoUpdate({
        target: [conversationMembers.conversationId, conversationMembers.userId],
        set: {
          position: excluded("position"),
          joinedAt: excluded("joined_at"),
          afterSeq: excluded("after_seq"),
          hasRead: excluded("has_read"),
          isMarkedUnread: excluded("is_marked_unread"),
          isMuted: excluded("is_muted"),
          mutedUntil: excluded("muted_until"),
          isHidden: excluded("is_hidden"),
        },
        setWhere: sql`(${row("conversation_members")}) is not (${row("excluded")})`,
      }),
    db
      .delete(conversationMembers)
      .where(
        and(
          eq(conversationMembers.conversationId, id),
          sql`${conversationMembers.userId} not in ${among(members.map(({ userId }) => userId))}`,
          isNewest,
        ),
      ),
  ]);
}

/** Deletes a conversation without participants. */
export async function deleteConversation(db: Db, id: string): Promise<void> {
  await db.delete(conversations).where(eq(conversations.id, id));
}
