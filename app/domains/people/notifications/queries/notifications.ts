/** Recipients of notices, with where and when: browsers with push, quiet hours, alerts on performers and stages. */
import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import {
  blocks,
  chatPlaces,
  follows,
  pushSubscriptions,
  quietHours,
  sessions,
  stageSubscriptions,
  toggleSettings,
  users,
} from "#db/schema/index.ts";
import { defaultToggles } from "./toggles.ts";

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type QuietHoursRow = Omit<typeof quietHours.$inferSelect, "userId">;

/** The facts that decide how a user is notified. Undefined where the account is deleted or suspended. */
export async function findRecipient(db: Db, userId: string, now: number) {
  const [found, subscriptions] = await db.batch([
    db
      .select({
        username: users.username,
        email: users.email,
        hasVerifiedEmail: sql<boolean>`${users.emailVerifiedAt} is not null`.mapWith(Boolean),
        toggles: toggleSettings,
        quietHours: {
          fromMinute: quietHours.fromMinute,
          toMinute: quietHours.toMinute,
          timeZone: quietHours.timeZone,
        },
      })
      .from(users)
      .leftJoin(toggleSettings, eq(toggleSettings.userId, users.id))
      .leftJoin(quietHours, eq(quietHours.userId, users.id))
      .where(and(eq(users.id, userId), isNull(users.bannedAt))),
    selectSubscriptions(db, userId, now),
  ]);
  const [row] = found;
  return row && { ...row, toggles: row.toggles ?? defaultToggles, subscriptions };
}
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Selects the subscriptions of log-ins that have not ended. */
function selectSubscriptions(db: Db, userId: string, now: number) {
  return db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(and(eq(pushSubscriptions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(asc(pushSubscriptions.createdAt));
}

/**
 * The browser accepts pushes for this user from now on, and no longer for another. Keeps at most `max` browsers; the
 * oldest are removed.
 */
export async function savePushSubscription(db: Db, row: PushSubscriptionRow, max: number): Promise<void> {
  // With a new id: a push in progress under the old one is not for this user.
  const { endpoint: _, ...change } = row;
  const latest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, row.userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(max);
  await db.batch([
    db
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: change }),
    db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, row.userId), sql`${pushSubscriptions.id} not in (${latest})`)),
  ]);
}

/** Only a subscription of this user: one that another user turned on in the browser is not found. */
export async function hasPushSubscription(db: Db, userId: string, endpoint: string): Promise<boolean> {
  const isTheirs = and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint));
  const rows = await db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(isTheirs);
  return rows.length > 0;
}

export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** Browsers of this user that are gone, according to their push services. */
export async function deleteGoneSubscriptions(db: Db, userId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), inArray(pushSubscriptions.id, ids)));
}

export async function findQuietHours(db: Db, userId: string): Promise<QuietHoursRow | null> {
  const [row] = await db.select().from(quietHours).where(eq(quietHours.userId, userId));
  return row ?? null;
}

export async function saveQuietHours(db: Db, userId: string, row: QuietHoursRow | null): Promise<void> {
  if (row === null) await db.delete(quietHours).where(eq(quietHours.userId, userId));
  else
    await db
      .insert(quietHours)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: quietHours.userId, set: row });
}

/** The performer who goes live on their own profile or on a stage, or a stage without one. */
export interface GoneLive {
  performerId: string | null;
  stageId: string | null;
}

export type AlertRow = { userId: string; isFollower: boolean };

/**
 * The people to alert, by id, after `after`: followers of the performer and subscribers of the stage who have the alert
 * and its setting on. Each person once, as a follower where they are both. Without the performer, suspended people, and
 * people with a block between them and the performer.
 */
export async function listAlerted(
  db: Db,
  { performerId, stageId }: GoneLive,
  page: { after: string; limit: number },
): Promise<AlertRow[]> {
  const performer = performerId ?? "";
  const isOn = (toggle: typeof toggleSettings.notifications | typeof toggleSettings.roomNotifications) =>
    sql`coalesce(${toggle}, 1) = 1`;
  const wanting = unionAll(
    db
      .select({ userId: follows.userId, rank: sql<number>`0`.as("rank") })
      .from(follows)
      .leftJoin(toggleSettings, eq(toggleSettings.userId, follows.userId))
      .where(
        and(
          eq(follows.followingId, performer),
          eq(follows.hasAlert, true),
          gt(follows.userId, page.after),
          isOn(toggleSettings.notifications),
        ),
      ),
    db
      .select({ userId: stageSubscriptions.userId, rank: sql<number>`1`.as("rank") })
      .from(stageSubscriptions)
      .leftJoin(toggleSettings, eq(toggleSettings.userId, stageSubscriptions.userId))
      .where(
        and(
          eq(stageSubscriptions.stageId, stageId ?? ""),
          eq(stageSubscriptions.hasAlert, true),
          gt(stageSubscriptions.userId, page.after),
          isOn(toggleSettings.roomNotifications),
        ),
      ),
  ).as("wanting");
  const between = alias(blocks, "between");
  const isBlocked = exists(
    db
      .select({ userId: between.userId })
      .from(between)
      .where(
        or(
          and(eq(between.userId, wanting.userId), eq(between.blockedId, performer)),
          and(eq(between.userId, performer), eq(between.blockedId, wanting.userId)),
        ),
      ),
  );
  const isSuspended = notExists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, wanting.userId), isNull(users.bannedAt))),
  );
  const rows = await db
    .select({ userId: wanting.userId, rank: sql<number>`min(${wanting.rank})` })
    .from(wanting)
    .where(and(ne(wanting.userId, performer), sql`not ${isBlocked}`, sql`not (${isSuspended})`))
    .groupBy(wanting.userId)
    .orderBy(asc(wanting.userId))
    .limit(page.limit);
  return rows.map(({ userId, rank }) => ({ userId, isFollower: rank === 0 }));
}

/** Records that these people's inboxes have data about this user, for erasure. Does nothing for a deleted user. */
export async function recordInboxes(db: Db, userId: string, ownerIds: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into ${chatPlaces} (user_id, room)
    select ${userId}, 'inbox/' || value from json_each(${JSON.stringify(ownerIds)})
    where exists (select 1 from ${users} where id = ${userId}) on conflict do nothing`);
}

/**
 * The people mentioned in a chat message, of those with these names, without anyone who has a block between them and
 * the writer.
 */
export async function listMentioned(
  db: Db,
  input: { writerId: string; usernameKeys: readonly string[]; repliesTo: string | null },
): Promise<{ id: string; username: string }[]> {
  const { writerId } = input;
  const keys = sql`(select value from json_each(${JSON.stringify(input.usernameKeys)}))`;
  const isBlocked = exists(
    db
      .select({ userId: blocks.userId })
      .from(blocks)
      .where(
        or(
          and(eq(blocks.userId, users.id), eq(blocks.blockedId, writerId)),
          and(eq(blocks.userId, writerId), eq(blocks.blockedId, users.id)),
        ),
      ),
  );
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        or(sql`${users.usernameKey} in ${keys}`, eq(users.id, input.repliesTo ?? "")),
        ne(users.id, writerId),
        isNull(users.bannedAt),
        sql`not ${isBlocked}`,
      ),
    );
}
