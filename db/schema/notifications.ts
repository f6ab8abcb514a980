import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions, users } from "./accounts.ts";

/**
 * A browser that shows notices of its user while no page is open. It ends with the log-in in which it was turned on.
 */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionHash: text("session_hash")
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    /** The push endpoint: one for each browser, whichever user is logged in there. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and its secret, base64url: pushes are encrypted for it alone. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("push_subscriptions_user").on(table.userId, table.createdAt),
    index("push_subscriptions_session").on(table.sessionHash),
  ],
);

/** Times when someone is not to be disturbed: minutes since midnight in their time zone. No row: never. */
export const quietHours = sqliteTable("quiet_hours", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  fromMinute: integer("from_minute").notNull(),
  toMinute: integer("to_minute").notNull(),
  timeZone: text("time_zone").notNull(),
});

/** Notices on their way: kept until the inbox of their owner has stored them, so that none is lost. */
export const untoldNotices = sqliteTable(
  "untold_notices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The notice's own key: stored once each. */
    key: text().notNull(),
    /** The user named in it, or null: the row is deleted with their account. */
    aboutId: text("about_id").references(() => users.id, { onDelete: "cascade" }),
    /** The notice, as JSON. */
    notice: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index("untold_notices_age").on(table.createdAt),
    index("untold_notices_about").on(table.aboutId),
  ],
);
