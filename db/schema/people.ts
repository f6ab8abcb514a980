import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

export const follows = sqliteTable(
  "follows",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    followingId: text("following_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hasAlert: integer("has_alert", { mode: "boolean" }).notNull().default(true),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.followingId] }),
    index("follows_following").on(table.followingId, table.createdAt),
    // Followers by id, for alerts.
    index("follows_told").on(table.followingId, table.userId),
    index("follows_user").on(table.userId, table.createdAt),
  ],
);

export const blocks = sqliteTable(
  "blocks",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockedId] }),
    index("blocks_blocked").on(table.blockedId),
  ],
);

/** A complaint about a person, for operators to settle. */
export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    /** Null once the reporter's account is deleted. */
    reporterId: text("reporter_id").references(() => users.id, { onDelete: "set null" }),
    offenderId: text("offender_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** 0 suspicious account, 1 hacked account, 2 impersonation, 3 broadcasting rules or offensive, 4 offensive profile. */
    offenseCode: integer("offense_code").notNull(),
    createdAt: integer("created_at").notNull(),
    /** Days since 1970 in UTC: one report per pair and day. */
    day: integer().notNull(),
    /** A chat message of theirs that it is about, as it was then, and when it was written, epoch ms; null: no message. */
    message: text(),
    messageAt: integer("message_at"),
    settledAt: integer("settled_at"),
    outcome: text({ enum: ["dismissed", "banned"] }),
  },
  (table) => [
    uniqueIndex("reports_pair_day").on(table.reporterId, table.offenderId, table.day),
    index("reports_open").on(table.settledAt, table.createdAt),
    index("reports_offender").on(table.offenderId),
  ],
);
