import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
    name: text().notNull(),
    description: text().notNull().default(""),
    startsAt: integer("starts_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    status: text({ enum: ["accepted", "cancelled"] })
      .notNull()
      .default("accepted"),
    createdAt: integer("created_at").notNull(),
    peakListeners: integer("peak_listeners").notNull().default(0),
  },
  (table) => [
    index("sets_stage_time").on(table.stageId, table.startsAt),
    index("sets_performer_time").on(table.performerId, table.startsAt),
    index("sets_time").on(table.startsAt),
  ],
);
