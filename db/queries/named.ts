import { type GetColumnData, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * A column under a name of its own. D1 answers the rows of a batch as objects, in which columns of one name, such as
 * those of two joined tables, would fall together.
 */
export function named<Column extends SQLiteColumn>(column: Column, name: string) {
  return sql<GetColumnData<Column>>`${column}`.mapWith(column).as(name);
}
