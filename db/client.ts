import type { D1Database } from "@cloudflare/workers-types";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";

/** A statement for `db.batch`. */
export type Write = BatchItem<"sqlite">;
export type Db = ReturnType<typeof openDb>;

/** The database as operations and objects use it. Writes that belong together go through `db.batch`. */
export function openDb(d1: D1Database) {
  return drizzle(d1);
}
