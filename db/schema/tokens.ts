/**
 * D1's data about tokens: copies of what wallets (objects) have decided, to search and add up, and the claims, which
 * begin here. A balance is decided by its wallet alone.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { stages } from "./stages.ts";

const counter = (name?: string) => (name === undefined ? integer() : integer(name)).notNull().default(0);

/** Owners of wallets, and each wallet's counters at its entry number `size`. Only here is a wallet's user known. */
export const wallets = sqliteTable(
  "wallets",
  {
    /** Random: it says nothing about its user. The name of the object. */
    id: text().primaryKey(),
    /** Null once the account is deleted. */
    userId: text("user_id")
      .unique()
      .references(() => users.id, { onDelete: "set null" }),
    /** Address of the wallet key, null without one. */
    address: text().unique(),
    /** Hex; null without one. */
    publicKey: text("public_key"),
    createdAt: integer("created_at").notNull(),
    spendable: counter(),
    outgoing: counter(),
    sent: counter(),
    received: counter(),
    issued: counter(),
    retired: counter(),
    /** The number of entries that these counters include; a copy with a lower number is ignored. */
    size: counter(),
    /** The hash of the last of them. */
    head: text().notNull().default(""),
    /** Time when it was last changed; null: no entry yet. */
    changedAt: integer("changed_at"),
    /** The `size` that the instance's log has; lower than `size` while a line is due. */
    loggedSize: counter("logged_size"),
    frozenAt: integer("frozen_at"),
    frozenReason: text("frozen_reason"),
    closedAt: integer("closed_at"),
    /** Time when its entries were last added up and compared with this row. */
    checkedAt: integer("checked_at"),
  },
  (table) => [
    check("wallets_never_negative", sql`spendable >= 0 and outgoing >= 0`),
    index("wallets_unlogged").on(table.changedAt).where(sql`size > logged_size`),
    index("wallets_checked").on(table.checkedAt),
    index("wallets_frozen").on(table.frozenAt).where(sql`frozen_at is not null`),
  ],
);

/** Tips that have reached their performer's wallet. */
export const tips = sqliteTable(
  "tips",
  {
    /** Given by the sender's wallet. */
    id: text().primaryKey(),
    fromWallet: text("from_wallet").notNull(),
    toWallet: text("to_wallet").notNull(),
    amount: integer().notNull(),
    stageId: text("stage_id").references(() => stages.id, { onDelete: "set null" }),
    /** Null for a tip on a profile outside a performance. */
    setId: text("set_id"),
    broadcastId: text("broadcast_id"),
    playId: text("play_id"),
    /** The server time in the sound that was heard. */
    mediaAt: integer("media_at"),
    isHidden: integer("is_hidden", { mode: "boolean" }).notNull().default(false),
    tippedAt: integer("tipped_at").notNull(),
    /** The part that was given back. */
    reversed: counter(),
  },
  (table) => [
    check("tips_amounts", sql`amount > 0 and reversed between 0 and amount`),
    index("tips_from").on(table.fromWallet, table.tippedAt),
    index("tips_to").on(table.toWallet, table.tippedAt),
    index("tips_set").on(table.setId, table.tippedAt),
    index("tips_broadcast").on(table.broadcastId, table.tippedAt),
    index("tips_at").on(table.tippedAt),
  ],
);

/** Sums of tips that are older than 13 months, by performer, set and month. */
export const tipSums = sqliteTable(
  "tip_sums",
  {
    toWallet: text("to_wallet").notNull(),
    /** Empty: outside a set. */
    setId: text("set_id").notNull(),
    /** `2026-11`, UTC. */
    month: text().notNull(),
    tips: integer().notNull(),
    amount: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.toWallet, table.setId, table.month] })],
);

/** Tokens that somebody has earned or was granted, until their wallet has issued them. */
export const tokenClaims = sqliteTable(
  "token_claims",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["welcome", "steady", "award", "referral", "grant", "label"] }).notNull(),
    /** The subject of the claim, once in its kind: a user, a week, an award, a newcomer, an act. */
    source: text().notNull(),
    amount: integer().notNull(),
    /** The reason for its owner: the award's title, the newcomer's name, the operator's reason. */
    reason: text().notNull().default(""),
    state: text({ enum: ["waiting", "claiming", "claimed", "void"] })
      .notNull()
      .default("waiting"),
    createdAt: integer("created_at").notNull(),
    /** Time from which it may be claimed; null while the day's issue is used up. */
    ripeAt: integer("ripe_at"),
    /** An operator looks at it first. */
    heldAt: integer("held_at"),
    expiresAt: integer("expires_at"),
    claimedAt: integer("claimed_at"),
  },
  (table) => [
    uniqueIndex("token_claims_once").on(table.kind, table.source),
    index("token_claims_user").on(table.userId, table.createdAt),
    index("token_claims_unripe").on(table.createdAt).where(sql`state = 'waiting' and ripe_at is null`),
    index("token_claims_ripe").on(table.ripeAt),
    index("token_claims_open").on(table.state).where(sql`state in ('waiting', 'claiming')`),
    check("token_claims_amounts", sql`amount > 0`),
  ],
);

/** Operators' acts about tokens, with their reasons. Never edited but by the second operator's decision. */
export const tokenActs = sqliteTable(
  "token_acts",
  {
    id: text().primaryKey(),
    kind: text({
      enum: ["grant", "label", "freeze", "unfreeze", "hold", "release", "void", "give-back", "resettle"],
    }).notNull(),
    /** Details of the act: amounts by user id, `{ wallet }`, `{ user, claim? }` or `{ tip, amount }`. */
    details: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
    reason: text().notNull(),
    /** The operator's user id, or `command` for the operators' command; null once their account is deleted. */
    operatorId: text("operator_id"),
    at: integer().notNull(),
    /** `waiting`: for a second operator. */
    state: text({ enum: ["waiting", "done", "refused"] }).notNull(),
    /** The first of two operators who agree, of an act that was begun with the key. */
    agreedId: text("agreed_id"),
    secondOperatorId: text("second_operator_id"),
    decidedAt: integer("decided_at"),
  },
  (table) => [
    index("token_acts_at").on(table.at),
    index("token_acts_waiting").on(table.at).where(sql`state = 'waiting'`),
  ],
);

/** The instance's log: a chain of lines, one for each head of a wallet that has changed in an hour. Never edited. */
export const tokenLog = sqliteTable(
  "token_log",
  {
    /** Number of the line, from 1. */
    seq: integer().primaryKey(),
    walletId: text("wallet_id").notNull(),
    size: integer().notNull(),
    head: text().notNull(),
    at: integer().notNull(),
    hash: text().notNull(),
  },
  (table) => [index("token_log_wallet").on(table.walletId, table.seq)],
);

/** Whether the last reconciliation found everything in order: one row, `id` 1. */
export const tokenCheck = sqliteTable("token_check", {
  id: integer().primaryKey(),
  checkedAt: integer("checked_at").notNull(),
  /** Differences in words for operators; empty: none. While there is any, nothing is granted or claimed. */
  drift: text({ mode: "json" }).$type<string[]>().notNull(),
  /** Time when the oldest wallet among all was last checked. */
  completeSince: integer("complete_since"),
  /**
   * Number of tokens that were received beyond those sent: copies in flight, unless the next reconciliation finds it
   * again.
   */
  excess: counter(),
});

/**
 * People whose history has grown since it was last searched for claims. Triggers add them (see the migration that
 * creates this table), so that no write of history can leave them out.
 */
export const tokenReviews = sqliteTable(
  "token_reviews",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Time from which they are due: at once, or when their account is old enough. */
    wantedAt: integer("wanted_at").notNull(),
    /** Grows with each write: a review that a write has overtaken does not end it. */
    changes: counter(),
  },
  (table) => [index("token_reviews_wanted").on(table.wantedAt)],
);
