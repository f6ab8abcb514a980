import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
  /** The public id of the stage's own stream, used while the stage is on demand. */
  streamId: text("stream_id").notNull().unique(),
  createdAt: integer("created_at").notNull(),
  lastStreamedAt: integer("last_streamed_at"),
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
