/** A page of a list as the `…Paginate` calls answer it. `idCursor` is "end" on the last one. */
export interface Page<Item> {
  items: Item[];
  dateCursor: number | null;
  idCursor: string;
}

/**
 * The pages that were read, under a newer first one: what it holds stands there alone, and what follows its last row
 * stays. Where that row was not read before, the first page is all that is known.
 */
export function withFirst<Item>(
  pages: readonly Page<Item>[],
  first: Page<Item>,
  keyOf: (item: Item) => string,
): Page<Item>[] {
  const end = first.items.at(-1);
  if (first.idCursor === "end" || end === undefined) return [first];
  const isEnd = (item: Item) => keyOf(item) === keyOf(end);
  const at = pages.findIndex(({ items }) => items.some(isEnd));
  const joining = pages[at];
  if (joining === undefined) return [first];
  const known = new Set(first.items.map(keyOf));
  const unknown = (items: Item[]) => items.filter((item) => !known.has(keyOf(item)));
  const [{ items }, ...rest] = [joining, ...pages.slice(at + 1)];
  const after = { ...joining, items: unknown(items.slice(items.findIndex(isEnd) + 1)) };
  const others = rest.map((page) => ({ ...page, items: unknown(page.items) }));
  return [first, ...(after.items.length === 0 ? [] : [after]), ...others];
}
