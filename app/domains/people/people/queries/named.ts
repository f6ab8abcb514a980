import { type GetColumnData, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * A column with an alias. D1 returns the rows of a batch as objects, in which columns of the same name, such as those
 * of two joined tables, would overwrite each other.
 */
export function named<Column extends SQLiteColumn>(column: Column, name: string) {
  return sql<GetColumnData<Column>>`${column}`.mapWith(column).as(name);
}
