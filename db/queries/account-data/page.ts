import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../client.ts";

/** Rows of one table that are about one account, read a page at a time in the order in which they were stored. */
export interface DataSection {
  name: string;
  /** The columns (`table.column`) in which the account stands. */
  of: readonly string[];
  /** At most `pageSize` rows of this account behind the one with the number `after`. */
  read(db: Db, userId: string, after: number): Promise<{ row: number }[]>;
}

export const pageSize = 500;

/** The number by which SQLite knows a row: every page ends with one, and the next begins behind it. */
export const rowOf = (table: SQLiteTable) => sql<number>`${table}.rowid`;

/** The plus keeps SQLite from walking through the whole table in this order, instead of asking the account's index. */
export const inOrder = (table: SQLiteTable) => sql`+${table}.rowid`;

/** Rows that are `theirs`, behind the one with the number `after`. */
export const behind = (table: SQLiteTable, after: number, theirs: SQL | undefined) =>
  and(theirs, sql`${inOrder(table)} > ${after}`);
