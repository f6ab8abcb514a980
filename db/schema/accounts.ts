import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  username: text().notNull(),
  /** `foldUsername(username)`: the form in which names are compared. */
  usernameKey: text("username_key").notNull().unique(),
  email: text().notNull(),
  emailKey: text("email_key").notNull().unique(),
  emailVerifiedAt: integer("email_verified_at"),
  passwordHash: text("password_hash").notNull(),
  createdAt: integer("created_at").notNull(),
  usernameChangedAt: integer("username_changed_at"),
  bannedAt: integer("banned_at"),

  photo: text(),
  banner: text(),
  first: text().notNull().default(""),
  last: text().notNull().default(""),
  bio: text().notNull().default(""),
  location: text().notNull().default(""),
  tags: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  title: text(),
  badge: text(),

  performerType: text("performer_type", { enum: ["dj", "musician"] }),
  isPerformer: integer("is_performer", { mode: "boolean" }).notNull().default(false),
  hasPassedTest: integer("has_passed_test", { mode: "boolean" }).notNull().default(false),
  isManager: integer("is_manager", { mode: "boolean" }).notNull().default(false),
  controller: text().notNull().default(""),
  program: text().notNull().default(""),
  experience: text().notNull().default(""),

  badgeDisplayChat: integer("badge_display_chat", { mode: "boolean" }).notNull().default(true),
  hideFollows: integer("hide_follows", { mode: "boolean" }).notNull().default(false),
  hideProfileStats: integer("hide_profile_stats", { mode: "boolean" }).notNull().default(false),
  hideFollowsPlayer: integer("hide_follows_player", { mode: "boolean" }).notNull().default(false),
  disableDms: integer("disable_dms", { mode: "boolean" }).notNull().default(false),
  referrerId: text("referrer_id"),
});

/** A session is known by the SHA-256 of its token; the token itself is never stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    userAgent: text("user_agent").notNull().default(""),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** One-use tokens that travel by mail, stored as their SHA-256. */
export const mailTokens = sqliteTable("mail_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  purpose: text({ enum: ["verify-email", "recover"] }).notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
});

/** Mail waiting to be sent, and in local mode the mail that people read at /dev/outbox. */
export const outboxMails = sqliteTable(
  "outbox_mails",
  {
    id: text().primaryKey(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    at: integer().notNull(),
    sentAt: integer("sent_at"),
    attempts: integer().notNull().default(0),
  },
  (table) => [index("outbox_mails_unsent").on(table.sentAt, table.at)],
);
