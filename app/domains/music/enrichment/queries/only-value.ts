import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The value that all rows of a group have which have one; null where there are several values, or none. */
export const onlyValue = (column: SQLiteColumn): SQL<string | null> =>
  sql<string | null>`case when count(distinct ${column}) = 1 then min(${column}) end`;
