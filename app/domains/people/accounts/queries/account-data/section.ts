import { and, eq, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteSelect, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";

/** Rows of one table that are about one account, read a page at a time in the order in which they were stored. */
export interface DataSection {
  name: string;
  /** The columns (`table.column`) that hold the account's id. */
  of: readonly string[];
  /** Returns at most `pageSize` rows of this account, of those after the row number `after`. */
  read(db: Db, userId: string, after: number): Promise<{ row: number }[]>;
}

interface Join {
  table: SQLiteTable;
  on: SQL;
  isOptional: boolean;
}

export const pageSize = 500;

/**
 * Declares one list of the export.
 * @param name the key of the list in the JSON
 * @param owner the column that holds the account's id, or several of one table
 * @param fields what each entry has, in this order
 * @param joins the other tables that `fields` reads
 */
export function section(
  name: string,
  owner: AnySQLiteColumn | [AnySQLiteColumn, ...AnySQLiteColumn[]],
  fields: Record<string, AnySQLiteColumn>,
  ...joins: readonly Join[]
): DataSection {
  const owners = Array.isArray(owner) ? owner : [owner];
  const { table } = Array.isArray(owner) ? owner[0] : owner;
  // SQLite's own row number.
  const row = sql<number>`${table}.rowid`;
  // The plus makes SQLite use the index of the owner instead of scanning the whole table in this order.
  const order = sql`+${row}`;
  return {
    name,
    of: owners.map((column) => `${getTableName(table)}.${column.name}`),
    async read(db, userId, after) {
      let query: SQLiteSelect = db
        .select({ row, ...fields })
        .from(table)
        .$dynamic();
      for (const join of joins)
        query = join.isOptional ? query.leftJoin(join.table, join.on) : query.innerJoin(join.table, join.on);
      const isTheirs = or(...owners.map((column) => eq(column, userId)));
      const rows = await query
        .where(and(isTheirs, sql`${order} > ${after}`))
        .orderBy(order)
        .limit(pageSize);
      return rows as { row: number }[];
    },
  };
}

/** Reads `key` in the row of its table that `reference` names; an entry without such a row is left out. */
export function join(key: AnySQLiteColumn, reference: AnySQLiteColumn): Join {
  return { table: key.table as SQLiteTable, on: eq(key, reference), isOptional: false };
}

/** Joins like `join`, but an entry without such a row is kept, with null in its fields. */
export function optionalJoin(key: AnySQLiteColumn, reference: AnySQLiteColumn): Join {
  return { ...join(key, reference), isOptional: true };
}

/** These columns of a table, under their own names. */
export function pick<Table extends SQLiteTable, Key extends keyof Table["_"]["columns"]>(
  table: Table,
  ...keys: readonly Key[]
): Record<Key, AnySQLiteColumn> {
  const columns = table as unknown as Record<Key, AnySQLiteColumn>;
  return Object.fromEntries(keys.map((key) => [key, columns[key]])) as Record<Key, AnySQLiteColumn>;
}
