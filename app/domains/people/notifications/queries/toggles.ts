import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { toggleSettings } from "#db/schema/index.ts";

export type Toggles = Omit<typeof toggleSettings.$inferSelect, "userId">;

/** A user's choices; the defaults where they never made any. */
export async function findToggles(db: Db, userId: string): Promise<Toggles> {
  const [row] = await db.select().from(toggleSettings).where(eq(toggleSettings.userId, userId));
  return row ?? defaultToggles;
}

/** Two requests that save different toggles at the same time both take effect. */
export async function saveToggles(db: Db, userId: string, change: Partial<Toggles>): Promise<Toggles> {
  const [row] = await db
    .insert(toggleSettings)
    .values({ userId, ...change })
    // `userId` is set to itself where no toggle is given, because an empty `set` is invalid SQL.
    .onConflictDoUpdate({ target: toggleSettings.userId, set: { userId, ...change } })
    .returning();
  return row ?? defaultToggles;
}

/** The settings of users who have never chosen. */
export const defaultToggles: Toggles = {
  emailNotifications: true,
  chatNotifications: true,
  followerNotifications: true,
  mentionNotifications: true,
  systemNotifications: true,
  roomNotifications: true,
  notifications: true,
  bookingNotifications: true,
  chatMails: true,
  followerMails: true,
  mentionMails: true,
  systemMails: true,
  stageMails: true,
  performerMails: true,
  bookingMails: true,
  mixcloudPersonal: false,
};
