import { and, desc, eq, gt, gte, isNull, max, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { announcements, users } from "../schema/index.ts";

export type AnnouncementRow = typeof announcements.$inferSelect;

export async function insertAnnouncement(
  db: Db,
  announcement: { message: string; createdAt: number },
): Promise<AnnouncementRow> {
  const [row] = await db.insert(announcements).values(announcement).returning();
  if (row === undefined) throw new Error("an announcement that was not inserted");
  return row;
}

/** Undefined where there is none. One that was taken back stays so since when it was. */
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

/** The latest that are shown, newest first; with `readerId` only what was said since that user registered. */
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

/** The highest number that was given, also where that announcement was taken back; 0 before the first. */
export async function findLastNumber(db: Db): Promise<number> {
  const [row] = await db.select({ number: max(announcements.number) }).from(announcements);
  return row?.number ?? 0;
}
