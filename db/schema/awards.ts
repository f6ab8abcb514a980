import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { stages } from "./stages.ts";

/** What can be earned: a title, a badge, or both. */
export const awards = sqliteTable("awards", {
  id: text().primaryKey(),
  /** Shown under a name, e.g. "Resident". */
  title: text().notNull(),
  /** What it is awarded for. */
  name: text().notNull(),
  /** The wording for performers who are not DJs. */
  musicianTitle: text("musician_title").notNull(),
  musicianName: text("musician_name").notNull(),
  /** Image path, or null for an award without a badge. */
  badge: text(),
  /** Everybody can earn it: listed among the achievable awards. */
  isGeneral: integer("is_general", { mode: "boolean" }).notNull().default(true),
  position: integer().notNull().default(0),
});

/** An award that somebody has earned, with what they had done by then. */
export const userAwards = sqliteTable(
  "user_awards",
  {
    id: text().primaryKey(),
    awardId: text("award_id")
      .notNull()
      .references(() => awards.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The stage that gave it, or null. */
    stageId: text("stage_id").references(() => stages.id, { onDelete: "set null" }),
    awardedAt: integer("awarded_at").notNull(),
    setsPlayed: integer("sets_played").notNull().default(0),
    hours: integer().notNull().default(0),
    listens: integer().notNull().default(0),
    favorites: integer().notNull().default(0),
    cheers: integer().notNull().default(0),
    referrals: integer().notNull().default(0),
  },
  (table) => [
    index("user_awards_user").on(table.userId, table.awardedAt),
    index("user_awards_stage").on(table.stageId, table.awardedAt),
  ],
);
