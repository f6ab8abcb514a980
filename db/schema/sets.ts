import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { stages } from "./stages.ts";

/** A slot on a booking stage that its manager and its performer have agreed on. */
export const sets = sqliteTable(
  "sets",
  {
    id: text().primaryKey(),
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    performerId: text("performer_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The request that it came from; the sets of one weekly series share it. Null where an operator made it. */
    requestId: text("request_id"),
    name: text().notNull(),
    description: text().notNull().default(""),
    startsAt: integer("starts_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    status: text({ enum: ["accepted", "cancelled"] })
      .notNull()
      .default("accepted"),
    createdAt: integer("created_at").notNull(),
    /** Counts changes, as calendars require (RFC 5545 SEQUENCE). */
    revision: integer().notNull().default(0),
    changedAt: integer("changed_at"),
    /** The user who made the last change; null before the first, and once their account is deleted. */
    changedById: text("changed_by").references(() => users.id, { onDelete: "set null" }),
    mixcloud: integer({ mode: "boolean" }).notNull().default(false),
    mixcloudName: text("mixcloud_name").notNull().default(""),
    peakListeners: integer("peak_listeners").notNull().default(0),
    /** Tokens that listeners tipped during it, without those given back; maintained by triggers on the tips. */
    tipTotal: integer("tip_total").notNull().default(0),
    /** Shown as the stage's cover while it is on; null: the performer's own. */
    picture: text(),
    tags: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  },
  (table) => [
    index("sets_stage_time").on(table.stageId, table.startsAt),
    index("sets_performer_time").on(table.performerId, table.startsAt),
    index("sets_time").on(table.startsAt),
    index("sets_request").on(table.requestId),
    index("sets_changed_by").on(table.changedById),
  ],
);

/**
 * A booking that one side has requested, and its outcome; or a change of a booked set that waits in the same way:
 * another time, which managers answer, or another performer, who answers.
 */
export const setRequests = sqliteTable(
  "set_requests",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["booking", "move", "substitute"] })
      .notNull()
      .default("booking"),
    /** The set that a move or a substitute is about; null for a booking. */
    setId: text("set_id").references(() => sets.id, { onDelete: "cascade" }),
    /** The set's time when the change was requested: a set with another time has been changed since. */
    fromStartsAt: integer("from_starts_at"),
    fromEndsAt: integer("from_ends_at"),
    stageId: text("stage_id")
      .notNull()
      .references(() => stages.id, { onDelete: "cascade" }),
    /** The performer; for a set that is handed over, the substitute. */
    performerId: text("performer_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The performer, or the manager who asked; for a set that is handed over, who offered it. */
    requestorId: text("requestor_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** The first week's slot. */
    startsAt: integer("starts_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    weeks: integer().notNull().default(1),
    /** IANA zone of the one who asked: the series keeps its local time there. */
    timeZone: text("time_zone").notNull(),
    mixcloud: integer({ mode: "boolean" }).notNull().default(false),
    mixcloudName: text("mixcloud_name").notNull().default(""),
    status: text({ enum: ["pending", "accepted", "declined", "cancelled", "expired"] })
      .notNull()
      .default("pending"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
  },
  (table) => [
    index("set_requests_stage").on(table.stageId, table.status),
    index("set_requests_performer").on(table.performerId, table.status),
    index("set_requests_requestor").on(table.requestorId),
    index("set_requests_set").on(table.setId, table.status),
    // At most one waiting change per set.
    uniqueIndex("set_requests_change").on(table.setId).where(sql`status = 'pending'`),
    index("set_requests_open").on(table.status, table.startsAt),
  ],
);
