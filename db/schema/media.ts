import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sets } from "./sets.ts";
import { stages } from "./stages.ts";

/**
 * The credentials of an encoder. `mount` and `password` are secret: only the owner (or the stage's managers) may see
 * them; everyone else knows a broadcaster by `streamId`.
 */
export const ingestCredentials = sqliteTable(
  "ingest_credentials",
  {
    mount: text().primaryKey(),
    password: text().notNull(),
    kind: text({ enum: ["stage", "performer", "test"] }).notNull(),
    /** The stage's id for `stage`, otherwise the user's id. */
    ownerId: text("owner_id").notNull(),
    streamId: text("stream_id").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    /** Time when the gateway reported a passed test on this mount. */
    completedAt: integer("completed_at"),
  },
  (table) => [index("ingest_credentials_owner").on(table.kind, table.ownerId)],
);

/** One stay on air: from the decision to put a stream on a stage or profile to the decision to take it off. */
export const broadcasts = sqliteTable(
  "broadcasts",
  {
    id: text().primaryKey(),
    streamId: text("stream_id").notNull(),
    stageId: text("stage_id").references(() => stages.id, { onDelete: "cascade" }),
    performerId: text("performer_id"),
    setId: text("set_id").references(() => sets.id, { onDelete: "set null" }),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    /**
     * The performance that it is part of, as in `listens`: the set's id, otherwise the id of the first broadcast. Null
     * in a row that was written before performances existed: it is one of its own, or part of its set.
     */
    performance: text(),
    peakListeners: integer("peak_listeners").notNull().default(0),
    /** The highest number of those who had each listened for five seconds, a few of each network: for awards. */
    steadyPeak: integer("steady_peak").notNull().default(0),
    /** Time when its sound is to be searched for references; null: that is done. */
    harvestDueAt: integer("harvest_due_at"),
  },
  (table) => [
    index("broadcasts_harvest").on(table.harvestDueAt).where(sql`harvest_due_at is not null`),
    index("broadcasts_stage").on(table.stageId, table.startedAt),
    index("broadcasts_performer").on(table.performerId, table.startedAt),
    index("broadcasts_set").on(table.setId),
    index("broadcasts_time").on(table.startedAt),
    // Contains all columns that the ranking of performers adds up.
    index("broadcasts_peaks").on(
      table.performerId,
      table.stageId,
      table.performance,
      table.setId,
      table.id,
      table.peakListeners,
    ),
  ],
);
