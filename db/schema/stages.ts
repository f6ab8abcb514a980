import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

export const stages = sqliteTable("stages", {
  id: text().primaryKey(),
  name: text().notNull(),
  genre: text().notNull().default(""),
  description: text().notNull().default(""),
  thumbnail: text(),
  customUrl: text("custom_url").unique(),
  /** An on-demand stage: no schedule, its own mount. */
  isInstant: integer("is_instant", { mode: "boolean" }).notNull().default(false),
  isWeekly: integer("is_weekly", { mode: "boolean" }).notNull().default(false),
  hasAutoApprove: integer("has_auto_approve", { mode: "boolean" }).notNull().default(false),
  isMembersOnly: integer("is_members_only", { mode: "boolean" }).notNull().default(false),
  /** True: everything on air here is kept as a replay, if its performer wants that too. */
  keepsReplays: integer("keeps_replays", { mode: "boolean" }).notNull().default(true),
  /** The public id of the stage's own stream, used while the stage is on demand. */
  streamId: text("stream_id").notNull().unique(),
  createdAt: integer("created_at").notNull(),
  lastStreamedAt: integer("last_streamed_at"),
  /** Time when it was archived: since then it is in no list and takes no bookings; null while it is open. */
  archivedAt: integer("archived_at"),
  /** Time when it was deleted: the row is kept so that the history of performers still names the stage. */
  deletedAt: integer("deleted_at"),
  /** Time when a deleted stage's data outside the database was last erased; null before the first time. */
  erasedAt: integer("erased_at"),
  // The number of the stage's rows of each kind, maintained by triggers on those tables in the same transaction.
  listenCount: integer("listen_count").notNull().default(0),
  subscriberCount: integer("subscriber_count").notNull().default(0),
  favoriteCount: integer("favorite_count").notNull().default(0),
  cheerCount: integer("cheer_count").notNull().default(0),
  /** Sets that were on air here, not sets that were booked. */
  setCount: integer("set_count").notNull().default(0),
});

export const stageManagers = sqliteTable(
  "stage_managers",
  {
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stageId, table.userId] }),
    index("stage_managers_user").on(table.userId),
  ],
);

export const stageSubscriptions = sqliteTable(
  "stage_subscriptions",
  {
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hasAlert: integer("has_alert", { mode: "boolean" }).notNull().default(true),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stageId, table.userId] }),
    index("stage_subscriptions_user").on(table.userId),
  ],
);

/** The roles of a stage's members; a member has one role or none. */
export const stageRoles = sqliteTable(
  "stage_roles",
  {
    id: text().primaryKey(),
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("stage_roles_stage").on(table.stageId)],
);

/** Members of a stage: on a members-only stage, those who may book it. */
export const stageMembers = sqliteTable(
  "stage_members",
  {
    id: text().primaryKey(),
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: text("role_id").references(() => stageRoles.id, { onDelete: "set null" }),
    /** Whether the member lets the managers name them as the one who plays. */
    allowsNaming: integer("allows_naming", { mode: "boolean" }).notNull().default(false),
    /** Whether they play on it while it is on demand, as its managers have said; at most one per stage. */
    isPlaying: integer("is_playing", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("stage_members_pair").on(table.stageId, table.userId),
    index("stage_members_user").on(table.userId),
    index("stage_members_role").on(table.roleId),
    uniqueIndex("stage_members_playing").on(table.stageId).where(sql`is_playing = 1`),
  ],
);

/** Changes on a stage with their authors, for its managers. Never edited. */
export const stageLog = sqliteTable(
  "stage_log",
  {
    id: text().primaryKey(),
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    /** Null once their account is deleted. */
    actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
    action: text().notNull(),
    /** Changed fields by name: values before and after, or the person concerned. */
    details: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    index("stage_log_stage").on(table.stageId, table.at),
    index("stage_log_actor").on(table.actorId),
  ],
);

/** The chat settings of a stage; without a row nothing is restricted. */
export const stageChats = sqliteTable("stage_chats", {
  stageId: text("stage_id")
    .primaryKey()
    .references(() => stages.id, { onDelete: "cascade" }),
  /** Minimum time between two messages of one person; 0: off. */
  slowSeconds: integer("slow_seconds").notNull().default(0),
  hasLinks: integer("has_links", { mode: "boolean" }).notNull().default(true),
  blockedWords: text("blocked_words", { mode: "json" }).$type<string[]>().notNull().default([]),
});

/** People who may not write in a stage's chat, for a while or until it is lifted. */
export const stageRestrictions = sqliteTable(
  "stage_restrictions",
  {
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null: banned. */
    until: integer(),
    /** Null once their account is deleted. */
    byId: text("by_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stageId, table.userId] }),
    index("stage_restrictions_latest").on(table.stageId, table.createdAt),
    index("stage_restrictions_user").on(table.userId),
    index("stage_restrictions_by").on(table.byId),
  ],
);
