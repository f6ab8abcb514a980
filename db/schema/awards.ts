import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { stages } from "./stages.ts";

/** Awards that can be earned: a title, a badge, or both. */
export const awards = sqliteTable("awards", {
  id: text().primaryKey(),
  /** Shown under a name, e.g. "Resident". */
  title: text().notNull(),
  /** The achievement that it is awarded for. */
  name: text().notNull(),
  /** The wording for performers who are not DJs. */
  musicianTitle: text("musician_title").notNull(),
  musicianName: text("musician_name").notNull(),
  /** Image path, or null for an award without a badge. */
  badge: text(),
  /** Everyone can earn it: listed among the achievable awards. */
  isGeneral: integer("is_general", { mode: "boolean" }).notNull().default(true),
  position: integer().notNull().default(0),
  /** A text for the dialog beside the numbers, or null. */
  note: text(),
});

/** An award that someone has earned, with what they had done by then. */
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
    /** Time when its owner was notified; null while the notice is on its way. */
    toldAt: integer("told_at"),
    /** An operator gave it, without a rule: it brings no tokens. */
    isManual: integer("is_manual", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("user_awards_user").on(table.userId, table.awardedAt),
    index("user_awards_stage").on(table.stageId, table.awardedAt),
    index("user_awards_untold").on(table.id).where(sql`told_at is null`),
  ],
);

/**
 * People whose history has grown since the rules of awards last reviewed them. Triggers add them (see the migration
 * that creates this table), so that no write of history can leave them out.
 */
export const awardReviews = sqliteTable(
  "award_reviews",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    wantedAt: integer("wanted_at").notNull(),
    /** The run that reviews it; null again as soon as there is newer history. */
    takenBy: text("taken_by"),
  },
  (table) => [
    index("award_reviews_wanted").on(table.wantedAt),
    index("award_reviews_taken").on(table.takenBy),
  ],
);
