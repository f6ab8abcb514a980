import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An uploaded picture as it was re-encoded; the bytes are in R2 under `{id}/{width}.webp`. */
export const pictures = sqliteTable(
  "pictures",
  {
    /** Random, so that it cannot be guessed; part of its path. */
    id: text().primaryKey(),
    /** The user's or the stage's id; of a cover, that of its track. */
    ownerId: text("owner_id").notNull(),
    kind: text({ enum: ["profile", "banner", "thumbnail", "upload", "message"] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("pictures_owner").on(table.ownerId, table.kind)],
);
