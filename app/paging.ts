/** Reading of a list page by page: the cursor that a `…Paginate` call takes and returns. */
import * as z from "zod/mini";

/** Both null for the first page; after that the pair from the previous page. */
export const CursorInput = z.object({
  dateCursor: z.nullish(z.number()),
  idCursor: z.nullish(z.string().check(z.maxLength(64))),
});
export type CursorInput = z.infer<typeof CursorInput>;

/** One page of `item`s. `idCursor` is "end" on the last page. */
export function pageSchema<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), dateCursor: z.nullable(z.number()), idCursor: z.string() });
}

/**
 * One page of a list that was read with one row more than fits. The cursor is the last shown row as (date, id), so that
 * rows of the same millisecond are neither lost nor repeated; `idCursor` is "end" where nothing follows.
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
