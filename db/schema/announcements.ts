import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What operators have told everyone. */
export const announcements = sqliteTable("announcements", {
  /** Counts up by one and is never used again: pages ask for what is newer than the last that they have shown. */
  number: integer().primaryKey({ autoIncrement: true }),
  message: text().notNull(),
  createdAt: integer("created_at").notNull(),
  /** No one is shown it any more. */
  retractedAt: integer("retracted_at"),
  /** When it was handed on to be told to everyone, or null: then it still has to be. */
  toldAt: integer("told_at"),
});
