import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Announcements of operators to everyone. */
export const announcements = sqliteTable("announcements", {
  /** Counts up by one and is never used again: pages ask for what is newer than the last that they have shown. */
  number: integer().primaryKey({ autoIncrement: true }),
  message: text().notNull(),
  createdAt: integer("created_at").notNull(),
  /** When it was taken back; it is no longer shown. */
  retractedAt: integer("retracted_at"),
  /** When the delivery to everyone was started, or null: then it still has to be. */
  toldAt: integer("told_at"),
});
