/** A page of a list as the `…Paginate` calls return it. `idCursor` is "end" on the last one. */
export interface Page<Item> {
  items: Item[];
  dateCursor: number | null;
  idCursor: string;
}

/**
 * The loaded pages under a newer first page: its items are not repeated below, and what follows its last row stays.
 * Where that row was not loaded before, only the first page is kept.
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
