/** Accounts that users have linked on other services, and what was uploaded to them. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

const party = () => text({ enum: ["mixcloud"] }).notNull();
const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** At most one of each service; unlinking deletes it. */
export const linkedAccounts = sqliteTable(
  "linked_accounts",
  {
    userId: userId(),
    party: party(),
    /** How the service calls the account. */
    name: text().notNull(),
    /** Sealed for this user and service (`Vault`). */
    token: text().notNull(),
    /** At most five. */
    uploadTags: text("upload_tags", { mode: "json" }).$type<string[]>().notNull(),
    /** The path of the picture that is sent with each upload. */
    uploadPhoto: text("upload_photo"),
    linkedAt: integer("linked_at").notNull(),
    /** When the service refused the token: its owner has to link the account again. */
    refusedAt: integer("refused_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.party] })],
);

/** A recording on its way to another service, or there: at most one for each of them. It outlives the recording. */
export const uploads = sqliteTable(
  "uploads",
  {
    replayId: text("replay_id").notNull(),
    party: party(),
    userId: userId(),
    setId: text("set_id").notNull(),
    /** As it is called on the service. */
    name: text().notNull(),
    status: text({ enum: ["waiting", "sending", "done", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it may be tried next; while it is being sent, when whoever sends it is taken to have stopped. */
    nextTryAt: integer("next_try_at").notNull(),
    /** Since when it may have arrived without our knowing it: look on the service before it is sent again. */
    unsureSince: integer("unsure_since"),
    bytesSent: integer("bytes_sent").notNull().default(0),
    bytesTotal: integer("bytes_total").notNull().default(0),
    /** Where people hear it, once it is done. */
    url: text(),
    /** Why it waits or has failed. */
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
    /** When it was first requested, or requested again. */
    requestedAt: integer("requested_at").notNull(),
    changedAt: integer("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.replayId, table.party] }),
    index("uploads_user").on(table.userId, table.requestedAt),
    index("uploads_due").on(table.status, table.nextTryAt),
  ],
);
