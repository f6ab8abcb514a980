import { expect, test } from "vitest";
import { type Page, withFirst } from "./endless-pages.ts";

const size = 3;
const keyOf = (item: string) => item;

/** All pages of a list, with one letter per item. */
function read(list: string): Page<string>[] {
  const pages: Page<string>[] = [];
  for (let from = 0; from === 0 || from < list.length; from += size) {
    const items = list.slice(from, from + size).split("");
    const isLast = from + size >= list.length;
    pages.push({ items, dateCursor: isLast ? null : 1, idCursor: isLast ? "end" : (items.at(-1) ?? "end") });
  }
  return pages;
}
const shown = (pages: Page<string>[]) => pages.flatMap(({ items }) => items).join("");

test.each([
  ["nothing new", "ABCDEFGH", "ABCDEFGH", "ABCDEFGH"],
  ["one that is new shifts all", "ABCDEFGH", "+ABCDEFGH", "+ABCDEFGH"],
  ["a page that is new but for one row", "ABCDEFGH", "+-ABCDEFGH", "+-ABCDEFGH"],
  ["one that is gone", "ABCDEFGH", "BCDEFGH", "BCDEFGH"],
  ["one that has moved up", "ABCDEFGH", "GABCDEFH", "GABCDEFH"],
  ["more that is new than a page holds", "ABCDEFGH", "+-*/ABCDEFGH", "+-*"],
  ["all gone but one page", "ABCDEFGH", "GH", "GH"],
  ["all gone", "ABCDEFGH", "", ""],
])("older pages are kept under a newer first page: %s", (_, before, now, expected) => {
  const [first = { items: [], dateCursor: null, idCursor: "end" }] = read(now);
  const pages = withFirst(read(before), first, keyOf);
  expect(shown(pages)).toBe(expected);
  // The next page follows the last row that is shown.
  const last = pages.at(-1);
  expect(last?.idCursor === "end" || last?.idCursor === last?.items.at(-1)).toBe(true);
});

test("a list of which only the first page was read continues from there", () => {
  const [first] = read("+ABCDEFGH");
  const [known] = read("ABCDEFGH");
  if (first === undefined || known === undefined) throw new Error("no pages");
  const pages = withFirst([known], first, keyOf);
  expect(shown(pages)).toBe("+ABC");
  expect(pages.at(-1)?.idCursor).toBe("C");
});
