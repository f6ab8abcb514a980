import { and, asc, desc, eq, gt, gte, isNull, lte, max, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { announcements, toggleSettings, users } from "#db/schema/index.ts";

export type AnnouncementRow = typeof announcements.$inferSelect;

export async function insertAnnouncement(
  db: Db,
  announcement: { message: string; createdAt: number },
): Promise<AnnouncementRow> {
  const [row] = await db.insert(announcements).values(announcement).returning();
  if (row === undefined) throw new Error("an announcement that was not inserted");
  return row;
}

/** Undefined where there is none. Retracting it again does not change when it was retracted. */
export async function updateRetracted(
  db: Db,
  number: number,
  at: number,
): Promise<AnnouncementRow | undefined> {
  const [row] = await db
    .update(announcements)
    .set({ retractedAt: sql`coalesce(${announcements.retractedAt}, ${at})` })
    .where(eq(announcements.number, number))
    .returning();
  return row;
}

/** The latest that are shown, newest first; with `readerId` only those published since that user registered. */
export async function listLatestAnnouncements(
  db: Db,
  limit: number,
  of: { readerId?: string; after?: number } = {},
): Promise<AnnouncementRow[]> {
  const { readerId, after = 0 } = of;
  const registered = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${readerId})`;
  return db
    .select()
    .from(announcements)
    .where(
      and(
        isNull(announcements.retractedAt),
        gt(announcements.number, after),
        readerId === undefined ? undefined : gte(announcements.createdAt, registered),
      ),
    )
    .orderBy(desc(announcements.number))
    .limit(limit);
}

/** The highest number in use, also where that announcement was retracted; 0 before the first. */
export async function findLastNumber(db: Db): Promise<number> {
  const [row] = await db.select({ number: max(announcements.number) }).from(announcements);
  return row?.number ?? 0;
}

/** Announcements whose delivery has not been started yet, oldest first; with `number` only that one. */
export async function listUntoldAnnouncements(
  db: Db,
  limit: number,
  number?: number,
): Promise<AnnouncementRow[]> {
  return db
    .select()
    .from(announcements)
    .where(
      and(
        isNull(announcements.toldAt),
        isNull(announcements.retractedAt),
        number === undefined ? undefined : eq(announcements.number, number),
      ),
    )
    .orderBy(asc(announcements.number))
    .limit(limit);
}

export async function markAnnouncementTold(db: Db, number: number, at: number): Promise<void> {
  await db.update(announcements).set({ toldAt: at }).where(eq(announcements.number, number));
}

/** Whether people are shown it: it was not retracted. */
export async function isShown(db: Db, number: number): Promise<boolean> {
  const isThere = and(eq(announcements.number, number), isNull(announcements.retractedAt));
  return (await db.select({ number: announcements.number }).from(announcements).where(isThere)).length > 0;
}

/**
 * People registered by `registeredBy` (epoch ms), by id, after `after`; with `isWanted` only those who want
 * announcements, and no one suspended.
 */
export async function listReaders(
  db: Db,
  { registeredBy, isWanted }: { registeredBy: number; isWanted: boolean },
  page: { after: string; limit: number },
): Promise<string[]> {
  const wants = and(isNull(users.bannedAt), sql`coalesce(${toggleSettings.systemNotifications}, 1) = 1`);
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(toggleSettings, eq(toggleSettings.userId, users.id))
    .where(and(gt(users.id, page.after), lte(users.createdAt, registeredBy), isWanted ? wants : undefined))
    .orderBy(asc(users.id))
    .limit(page.limit);
  return rows.map(({ id }) => id);
}
