import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Places outside D1 with data of a user (their messages, notices about them), so that it can be erased. */
export const chatPlaces = sqliteTable(
  "chat_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `stage/<id>`, `profile/<id>` or `conversation/<id>`, or another user's `inbox/<id>`. */
    room: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.room] })],
);

/**
 * Conversations between people, as their lists show them. The conversation's object owns all of it and writes it here:
 * a row with a lower `version` is older.
 */
export const conversations = sqliteTable("conversations", {
  id: text().primaryKey(),
  /** A hash of the two people, as long as only these two are and were in it: they have at most one. */
  directKey: text("direct_key").unique(),
  name: text(),
  createdAt: integer("created_at").notNull(),
  /** The position of the last message in it, 0 before the first. */
  lastSeq: integer("last_seq").notNull().default(0),
  lastAt: integer("last_at").notNull(),
  lastMessage: text("last_message").notNull().default(""),
  lastUserId: text("last_user_id").references(() => users.id, { onDelete: "set null" }),
  version: integer().notNull().default(0),
});

/** People who are in a conversation now, with their own settings of it. */
export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    conversationId: text("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The lowest is the first who joined. */
    position: integer().notNull(),
    joinedAt: integer("joined_at").notNull(),
    /** They see the messages after this position: they joined there, or deleted the earlier ones. */
    afterSeq: integer("after_seq").notNull(),
    hasRead: integer("has_read", { mode: "boolean" }).notNull(),
    /** They have marked it as unread, which no one else sees. */
    isMarkedUnread: integer("is_marked_unread", { mode: "boolean" }).notNull(),
    isMuted: integer("is_muted", { mode: "boolean" }).notNull(),
    mutedUntil: integer("muted_until"),
    /** They have deleted it, and no one has written since. */
    isHidden: integer("is_hidden", { mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index("conversation_members_user").on(table.userId),
  ],
);
