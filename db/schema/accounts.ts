import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    username: text().notNull(),
    /** `foldUsername(username)`: the same for names that differ only in case or encoding. */
    usernameKey: text("username_key").notNull().unique(),
    /**
     * `lookOfUsername(username)`: the same for names that look alike. Null where an older name already looks like it,
     * and until a job has filled it.
     */
    usernameLook: text("username_look").unique(),
    email: text().notNull(),
    emailKey: text("email_key").notNull().unique(),
    emailVerifiedAt: integer("email_verified_at"),
    passwordHash: text("password_hash").notNull(),
    createdAt: integer("created_at").notNull(),
    usernameChangedAt: integer("username_changed_at"),
    bannedAt: integer("banned_at"),

    photo: text(),
    banner: text(),
    first: text().notNull().default(""),
    last: text().notNull().default(""),
    bio: text().notNull().default(""),
    location: text().notNull().default(""),
    tags: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /**
     * The shown part of the awards below, in the wording for this kind of performer: maintained by the awards domain.
     */
    title: text(),
    badge: text(),
    /** The name of the award with that badge. */
    badgeName: text("badge_name"),
    /** The earned awards (`user_awards.id`) that they chose to show, or null. */
    titleAwardId: text("title_award_id"),
    badgeAwardId: text("badge_award_id"),

    performerType: text("performer_type", { enum: ["dj", "musician"] }),
    isPerformer: integer("is_performer", { mode: "boolean" }).notNull().default(false),
    hasPassedTest: integer("has_passed_test", { mode: "boolean" }).notNull().default(false),
    isManager: integer("is_manager", { mode: "boolean" }).notNull().default(false),
    /** May settle reports and suspend accounts. */
    isOperator: integer("is_operator", { mode: "boolean" }).notNull().default(false),
    controller: text().notNull().default(""),
    program: text().notNull().default(""),
    experience: text().notNull().default(""),
    /** Sets are uploaded to their music-hosting account unless a set says otherwise. */
    mixcloudUpload: integer("mixcloud_upload", { mode: "boolean" }).notNull().default(false),
    /** The rights of a performer's replays, unless they change those of one. */
    replayVisibility: text("replay_visibility", { enum: ["never", "me", "day", "always"] })
      .notNull()
      .default("always"),
    /** They have passed the stream test and not yet said who may hear their replays: until then only they may. */
    isReplayChoiceOpen: integer("is_replay_choice_open", { mode: "boolean" }).notNull().default(false),
    replayDownload: integer("replay_download", { mode: "boolean" }).notNull().default(true),
    replayFeed: integer("replay_feed", { mode: "boolean" }).notNull().default(true),

    badgeDisplayChat: integer("badge_display_chat", { mode: "boolean" }).notNull().default(true),
    hideFollows: integer("hide_follows", { mode: "boolean" }).notNull().default(false),
    hideProfileStats: integer("hide_profile_stats", { mode: "boolean" }).notNull().default(false),
    hideFollowsPlayer: integer("hide_follows_player", { mode: "boolean" }).notNull().default(false),
    /** A connected encoder that no stage has goes on air on the profile; else its performer alone hears it. */
    profileOnConnect: integer("profile_on_connect", { mode: "boolean" }).notNull().default(true),
    disableDms: integer("disable_dms", { mode: "boolean" }).notNull().default(false),
    referrerId: text("referrer_id"),
  },
  (table) => [
    index("users_referrer").on(table.referrerId),
    index("users_performers")
      .on(table.createdAt, table.id)
      .where(sql`is_performer = 1 and has_passed_test = 1 and banned_at is null`),
    index("users_banned").on(table.bannedAt).where(sql`banned_at is not null`),
  ],
);

/** A session is identified by the SHA-256 of its token; the token itself is never stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    /** Two-letter code of the country it was started from, or null where the edge did not report one. */
    country: text(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** One-use tokens sent by email, stored as their SHA-256. */
export const mailTokens = sqliteTable("mail_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  purpose: text({ enum: ["verify-email", "recover", "change-email-old", "change-email-new"] }).notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
});

/** Email waiting to be sent, and in local mode the email that people read at /dev/outbox. */
export const outboxMails = sqliteTable(
  "outbox_mails",
  {
    id: text().primaryKey(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Headers in addition to those of every email. */
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    at: integer().notNull(),
    sentAt: integer("sent_at"),
    attempts: integer().notNull().default(0),
  },
  (table) => [index("outbox_mails_unsent").on(table.sentAt, table.at)],
);

/** A change of email address that waits until both the old and the new one have confirmed it. At most one per user. */
export const emailChanges = sqliteTable("email_changes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  oldConfirmedAt: integer("old_confirmed_at"),
  newConfirmedAt: integer("new_confirmed_at"),
  expiresAt: integer("expires_at").notNull(),
});

/** A public key that signs its owner in. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential id, base64url. */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: integer().notNull().default(0),
    transports: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** One-time codes from an authenticator app (RFC 6238). Asked for at log-in once confirmed. */
export const secondFactors = sqliteTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The shared secret, sealed with the instance's key. */
  sealedSecret: text("sealed_secret").notNull(),
  createdAt: integer("created_at").notNull(),
  confirmedAt: integer("confirmed_at"),
  /** The time step of the last accepted code: no code counts twice. */
  lastStep: integer("last_step").notNull().default(0),
});

/** One-use codes for when the authenticator app is lost, stored as a keyed hash. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    usedAt: integer("used_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

const on = (name: string) => integer(name, { mode: "boolean" }).notNull().default(true);
const off = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false);

/** A user's settings for notifications, and for posts made for them. No row: the defaults. */
export const toggleSettings = sqliteTable("toggle_settings", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  emailNotifications: on("email_notifications"),
  chatNotifications: on("chat_notifications"),
  followerNotifications: on("follower_notifications"),
  mentionNotifications: on("mention_notifications"),
  systemNotifications: on("system_notifications"),
  roomNotifications: on("room_notifications"),
  /** A performer they follow goes live. */
  notifications: on("notifications"),
  bookingNotifications: on("booking_notifications"),
  /** Notifications that are emailed as well, while `emailNotifications` is on. */
  chatMails: on("chat_mails"),
  followerMails: on("follower_mails"),
  mentionMails: on("mention_mails"),
  systemMails: on("system_mails"),
  stageMails: on("stage_mails"),
  performerMails: on("performer_mails"),
  bookingMails: on("booking_mails"),
  mixcloudPersonal: off("mixcloud_personal"),
  /** Not used: `post_targets.on_live` of the account at X says it. */
});

/** A referral kept for a visitor who leaves for a store and registers later, by a keyed hash of their network. */
export const temporaryReferrals = sqliteTable("temporary_referrals", {
  clientKey: text("client_key").primaryKey(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
});

/** Messages of users to those who make the product. */
export const feedback = sqliteTable("feedback", {
  id: text().primaryKey(),
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  message: text().notNull(),
  createdAt: integer("created_at").notNull(),
});

/** The remaining erasure work outside D1 for a deleted account. It names places, and nothing personal. */
export interface ErasurePlan {
  /** `stage/<id>`, `profile/<id>` and `inbox/<id>` of others: where data of the account is stored. */
  rooms: string[];
  /** Sets that will not take place: their stages are notified. */
  sets: { id: string; stageId: string; startsAt: number }[];
  /** Stages that have no manager any more: the operators are notified. */
  stages: string[];
  /** The id of their wallet; missing: they had none. */
  wallet?: string | null;
  /** Live streams that had their sound in this time (epoch ms); missing in earlier plans. */
  sounds?: { stream: string; from: number; to: number }[];
  /** Wallets of others that are frozen for a reason that named them, with what is left of it; missing as above. */
  frozen?: { wallet: string; reason: string }[];
  /** The id of the last email, in the outbox. */
  mail: string;
}

/** Deleted accounts with data left outside D1, or erased only a moment ago. */
export const erasures = sqliteTable("erasures", {
  userId: text("user_id").primaryKey(),
  requestedAt: integer("requested_at").notNull(),
  plan: text({ mode: "json" }).$type<ErasurePlan>().notNull(),
  attempts: integer().notNull().default(0),
  doneAt: integer("done_at"),
});
