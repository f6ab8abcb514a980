/** Accounts that users have linked on other services, what was uploaded to them, and where posts and webhooks go. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { stages } from "./stages.ts";

const party = () => text({ enum: ["mixcloud", "listenbrainz", "lastfm"] }).notNull();
const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Accounts at other services, at most one of each; unlinking deletes it. */
export const linkedAccounts = sqliteTable(
  "linked_accounts",
  {
    userId: userId(),
    party: party(),
    /** The service's name for the account. */
    name: text().notNull(),
    /** Sealed for this user and service (`Vault`). */
    token: text().notNull(),
    /** Tags, at most five. */
    uploadTags: text("upload_tags", { mode: "json" }).$type<string[]>().notNull(),
    /** The path of the picture that is sent with each upload. */
    uploadPhoto: text("upload_photo"),
    linkedAt: integer("linked_at").notNull(),
    /** Time when the service refused the token: its owner has to link the account again. */
    refusedAt: integer("refused_at"),
    /** Time when its owner paused it: nothing is sent until they go on. */
    pausedAt: integer("paused_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.party] })],
);

const flag = (name: string, initial: boolean) =>
  integer(name, { mode: "boolean" }).notNull().default(initial);

/** The owner: a user or a stage, exactly one of them. */
const owner = () => ({
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  stageId: text("stage_id").references(() => stages.id, { onDelete: "cascade" }),
});

/**
 * Targets of posts about what their owner broadcasts: an account at X, Bluesky or Mastodon, at most one of each, or a
 * channel at Discord or Telegram.
 */
export const postTargets = sqliteTable(
  "post_targets",
  {
    id: text().primaryKey(),
    ...owner(),
    party: text({ enum: ["twitter", "bluesky", "mastodon", "discord", "telegram"] }).notNull(),
    /** The service's name for the account or the channel. */
    name: text().notNull(),
    /** The host of its Mastodon server or of its Bluesky data server; null for the others. */
    host: text(),
    /** Sealed for this owner and service (`Vault`): JSON with what the client needs. */
    secret: text().notNull(),
    onLive: flag("on_live", true),
    onBooking: flag("on_booking", false),
    /** The post changes when the broadcast ends, where the service can do that. */
    isEditedAtEnd: flag("is_edited_at_end", false),
    hasLink: flag("has_link", true),
    /** Texts with placeholders; empty: the default. */
    liveText: text("live_text").notNull().default(""),
    bookingText: text("booking_text").notNull().default(""),
    linkedAt: integer("linked_at").notNull(),
    /** Time when the service refused it for good: nothing is sent until its owner links it again. */
    refusedAt: integer("refused_at"),
  },
  (table) => [
    index("post_targets_user").on(table.userId),
    index("post_targets_stage").on(table.stageId),
    uniqueIndex("post_targets_account")
      .on(table.userId, table.party)
      .where(sql`${table.party} in ('twitter', 'bluesky', 'mastodon')`),
    check("post_targets_owner", sql`(${table.userId} is null) <> (${table.stageId} is null)`),
  ],
);

/** Addresses that are called when something happens on Cue. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text().primaryKey(),
    ...owner(),
    url: text().notNull(),
    /** Signs each call; sealed for this owner (`Vault`). */
    secret: text().notNull(),
    /** The names of the events that it is called for. */
    events: text({ mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Time when it was switched off because its calls kept failing, or by its owner. */
    disabledAt: integer("disabled_at"),
    /** The reason: null where its owner switched it off. */
    disabledReason: text("disabled_reason"),
    /** Start of the unanswered challenge: nothing else is sent to it meanwhile; null once it has answered. */
    unconfirmedSince: integer("unconfirmed_since"),
  },
  (table) => [
    index("webhooks_user").on(table.userId),
    index("webhooks_stage").on(table.stageId),
    check("webhooks_owner", sql`(${table.userId} is null) <> (${table.stageId} is null)`),
  ],
);

/** The registration of this instance on a Mastodon server: once for each. */
export const mastodonApps = sqliteTable("mastodon_apps", {
  host: text().primaryKey(),
  clientId: text("client_id").notNull(),
  /** Sealed (`Vault`). */
  clientSecret: text("client_secret").notNull(),
  createdAt: integer("created_at").notNull(),
});

/** A recording on its way to another service, or there: at most one for each of them. It outlives the recording. */
export const uploads = sqliteTable(
  "uploads",
  {
    replayId: text("replay_id").notNull(),
    party: text({ enum: ["mixcloud"] }).notNull(),
    userId: userId(),
    setId: text("set_id").notNull(),
    /** The name on the service. */
    name: text().notNull(),
    status: text({ enum: ["waiting", "sending", "done", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Time when it may be tried next; while it is being sent, when whoever sends it is taken to have stopped. */
    nextTryAt: integer("next_try_at").notNull(),
    /** Time since which it may have arrived without our knowing it: look on the service before it is sent again. */
    unsureSince: integer("unsure_since"),
    bytesSent: integer("bytes_sent").notNull().default(0),
    bytesTotal: integer("bytes_total").notNull().default(0),
    /** The address where people hear it, once it is done. */
    url: text(),
    /** The reason why it waits or has failed. */
    error: text({
      enum: [
        "rate-limit",
        "unreachable",
        "relink",
        "unlinked",
        "withdrawn",
        "refused",
        "no-sound",
        "too-large",
      ],
    }),
    /** The service's own words about it. */
    details: text(),
    /** Time when it was first requested, or requested again. */
    requestedAt: integer("requested_at").notNull(),
    changedAt: integer("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replayId, table.party] }),
    index("uploads_user").on(table.userId, table.requestedAt),
    index("uploads_due").on(table.status, table.nextTryAt),
  ],
);
