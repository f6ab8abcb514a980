import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";

/** The rooms in whose chat a user has written, so that what they wrote can be found and erased. */
export const chatPlaces = sqliteTable(
  "chat_places",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `stage/<id>` or `profile/<id>`. */
    room: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.room] })],
);
