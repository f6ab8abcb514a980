/** Whether a table has this column: what a version adds or drops, tables of an earlier one lack or still have. */
export function hasColumn(sql: SqlStorage, table: string, column: string): boolean {
  return sql.exec("select 1 from pragma_table_info(?) where name = ?", table, column).toArray().length > 0;
}
