import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

export const tracks = sqliteTable(
  "tracks",
  {
    id: text().primaryKey(),
    /** Made by `identifyTrack(artist, title)`: one row per track however an encoder spells it. */
    key: text().notNull().unique(),
    /** The version of the rule that made the key; older rows get a new key from the job `unify-tracks`. */
    keyVersion: integer("key_version").notNull().default(0),
    artist: text().notNull(),
    title: text().notNull(),
    /** The id of its page at Spotify: found there, or set by an operator. */
    spotify: text(),
    /** Time when it was last looked for at Spotify, epoch ms; null: never. */
    spotifyAskedAt: integer("spotify_asked_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("tracks_key_version").on(table.keyVersion)],
);

/** A track heard once on a broadcast (the specification's track history). */
export const plays = sqliteTable(
  "plays",
  {
    id: text().primaryKey(),
    trackId: text("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    broadcastId: text("broadcast_id").notNull(),
    stageId: text("stage_id"),
    setId: text("set_id"),
    performerId: text("performer_id"),
    playedAt: integer("played_at").notNull(),
    /** The highest number of simultaneous listeners. */
    listenCount: integer("listen_count").notNull().default(0),
    /** Number of different listeners who heard any part of it; 0: not counted. */
    listeners: integer().notNull().default(0),
    /** End of its sound; null while that is unknown: then the next play ends it. */
    endedAt: integer("ended_at"),
    /** The source that named it, of those in the evidence (`tracklist_evidence`). */
    source: text({ enum: ["encoder", "ear", "history", "performer", "listener", "manager"] })
      .notNull()
      .default("encoder"),
    confidence: text({ enum: ["possible", "named", "fileable"] })
      .notNull()
      .default("named"),
    /** Time until which the performer shows it as "ID"; it is filed all the same. */
    hiddenUntil: integer("hidden_until"),
    /** Its line was removed or merged: it is listed and counted nowhere, and kept as it was, so that this can be undone. */
    isRemoved: integer("is_removed", { mode: "boolean" }).notNull().default(false),
    /** The play that it is part of meanwhile, or null. */
    partOf: text("part_of"),
  },
  (table) => [
    index("plays_stage").on(table.stageId, table.playedAt, table.id),
    index("plays_performer").on(table.performerId, table.playedAt, table.id),
    index("plays_track").on(table.trackId, table.playedAt),
    index("plays_set").on(table.setId, table.playedAt),
    index("plays_time").on(table.playedAt, table.id),
  ],
);

export const favorites = sqliteTable(
  "favorites",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    trackId: text("track_id").notNull(),
    playId: text("play_id"),
    setId: text("set_id"),
    performerId: text("performer_id"),
    stageId: text("stage_id"),
    createdAt: integer("created_at").notNull(),
    /** Server time in the sound that it was given for, epoch ms; null where that is not known. */
    mediaAt: integer("media_at"),
    /** The play that it was given to, while that is part of the play that has it; otherwise null. */
    givenTo: text("given_to"),
    /** The room knew them as a listener of that play when they gave it: awards and ranks count only these. */
    isHeard: integer("is_heard", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.trackId] }),
    index("favorites_user_time").on(table.userId, table.createdAt, table.trackId),
    index("favorites_play").on(table.playId),
    index("favorites_given").on(table.givenTo),
    index("favorites_stage").on(table.stageId),
    index("favorites_set").on(table.setId),
    // These contain all columns that the counts need.
    index("favorites_performer").on(table.performerId, table.createdAt, table.stageId),
    index("favorites_track").on(table.trackId, table.stageId, table.playId),
  ],
);

export const cheers = sqliteTable(
  "cheers",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    stageId: text("stage_id"),
    performerId: text("performer_id"),
    setId: text("set_id"),
    trackId: text("track_id"),
    playId: text("play_id"),
    cheeredAt: integer("cheered_at").notNull(),
    /** The same as of a favorite. */
    mediaAt: integer("media_at"),
    givenTo: text("given_to"),
    isHeard: integer("is_heard", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("cheers_user").on(table.userId),
    index("cheers_stage").on(table.stageId, table.cheeredAt),
    index("cheers_set").on(table.setId, table.cheeredAt),
    index("cheers_performer").on(table.performerId, table.cheeredAt, table.stageId),
    index("cheers_play").on(table.playId),
    index("cheers_given").on(table.givenTo),
    index("cheers_track").on(table.trackId, table.stageId),
  ],
);

/** One listener of one performance, however often they return: counts of listens are counts of these rows. */
export const listens = sqliteTable(
  "listens",
  {
    /** The set's id, otherwise the id of the first broadcast of the performance. */
    performance: text().notNull(),
    /** The user's id, otherwise a random name that is used for this performance only. */
    listener: text().notNull(),
    stageId: text("stage_id"),
    performerId: text("performer_id"),
    setId: text("set_id"),
    listenedAt: integer("listened_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.performance, table.listener] }),
    index("listens_stage").on(table.stageId),
    index("listens_performer").on(table.performerId),
    index("listens_listener").on(table.listener),
  ],
);
