/**
 * One page of a list that was asked for one row more than fits. The cursor is the last shown row as (date, id), so
 * that rows of the same millisecond are neither lost nor repeated; `idCursor` is "end" where nothing follows.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => { date: number; id: string },
): { items: Row[]; dateCursor: number | null; idCursor: string } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  if (rows.length <= size || last === undefined) return { items, dateCursor: null, idCursor: "end" };
  const { date, id } = cursorOf(last);
  return { items, dateCursor: date, idCursor: id };
}
