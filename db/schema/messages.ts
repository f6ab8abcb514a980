import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** Where something of a user is kept outside D1 (their messages, notices about them), so that it can be erased. */
export const chatPlaces = sqliteTable(
  "chat_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `stage/<id>` or `profile/<id>`, or another user's `inbox/<id>`. */
    room: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.room] })],
);
