/**
 * Replays: broadcasts that are kept so that they can be played again. The sound itself is in R2 and in the `Tape`
 * objects.
 */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One per performance: a set, or what one performer played in one room without a gap of more than half an hour. */
export const replays = sqliteTable(
  "replays",
  {
    /** The id of its first broadcast. A replay whose rights were set before the set started has another until then. */
    id: text().primaryKey(),
    /**
     * The performance, as in `broadcasts`: the set's id, otherwise the id of the first broadcast. Also the name of its
     * `Tape`.
     */
    performance: text().notNull().unique(),
    /** `stage/<id>` or `profile/<id>`: where it was on air, and where its chat is. */
    room: text().notNull(),
    stageId: text("stage_id"),
    /** Null on an on-demand stage whose managers named no one. */
    performerId: text("performer_id"),
    setId: text("set_id"),
    /**
     * `planned`: the set has not started. `recording`: on air, or may go on. `ready`: complete. `deleted`: its files are
     * being deleted; nobody sees it any more.
     */
    status: text({ enum: ["planned", "recording", "ready", "deleted"] }).notNull(),
    /** Time of the first sample, epoch ms. */
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    durationMs: integer("duration_ms").notNull().default(0),
    opusBytes: integer("opus_bytes").notNull().default(0),
    mp3Bytes: integer("mp3_bytes").notNull().default(0),
    visibility: text({ enum: ["never", "me", "day", "always"] }).notNull(),
    mayDownload: integer("may_download", { mode: "boolean" }).notNull(),
    isInFeed: integer("is_in_feed", { mode: "boolean" }).notNull(),
    /** Maintained from `replay_listens`. */
    listenCount: integer("listen_count").notNull().default(0),
    changedAt: integer("changed_at").notNull(),
  },
  (table) => [
    index("replays_set").on(table.setId),
    index("replays_performer").on(table.performerId, table.startedAt),
    index("replays_stage").on(table.stageId, table.startedAt),
    index("replays_status").on(table.status, table.endedAt),
    index("replays_latest")
      .on(table.startedAt, table.id)
      .where(sql`status = 'ready' and visibility in ('day', 'always')`),
  ],
);

/** One listener of one replay, however often they return; counted apart from listens of the live performance. */
export const replayListens = sqliteTable(
  "replay_listens",
  {
    replayId: text("replay_id")
      .notNull()
      .references(() => replays.id, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The user's id, otherwise a random name that is used for this replay only. */
    listener: text().notNull(),
    listenedAt: integer("listened_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replayId, table.listener] }),
    index("replay_listens_listener").on(table.listener),
  ],
);
