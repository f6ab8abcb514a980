import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Announcements of operators to everyone. */
export const announcements = sqliteTable("announcements", {
  /** Increases by one and is never reused: pages request what is newer than the last that they have shown. */
  number: integer().primaryKey({ autoIncrement: true }),
  message: text().notNull(),
  createdAt: integer("created_at").notNull(),
  /** Time when it was retracted; it is no longer shown. */
  retractedAt: integer("retracted_at"),
  /** Time when its delivery to everyone was started, or null: not yet. */
  toldAt: integer("told_at"),
});
