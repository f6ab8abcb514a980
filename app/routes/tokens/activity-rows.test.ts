import { expect, test } from "vitest";
import type { ActivityPage, ActivityView } from "#app/domains/value/tokens/contract/tokens.ts";
import { givenBack, withNewest, withOlder, wordsOf } from "./activity-rows.ts";

const theo = { id: "theo", username: "Theo" };

const item = (seq: number, fields: Partial<ActivityView> = {}): ActivityView => ({
  seq,
  kind: "received",
  amount: 25,
  at: seq,
  state: "done",
  person: theo,
  isHidden: false,
  stage: null,
  set: null,
  claim: null,
  tip: `tip ${seq}`,
  canGiveBack: 25,
  ...fields,
});
const page = (seqs: number[], before: number | null): ActivityPage => ({
  items: seqs.map((seq) => item(seq)),
  before,
});
const numbers = ({ items }: { items: readonly ActivityView[] }) => items.map(({ seq }) => seq);

test("older pages follow, each row once", () => {
  const rows = withOlder(page([9, 8, 6], 6), page([6, 4, 2], null));
  expect(numbers(rows)).toEqual([9, 8, 6, 4, 2]);
  expect(rows.before).toBeNull();
});

test("a first page that was read again adds what is new, changes what is known and keeps older rows", () => {
  const known = withOlder(page([9, 8], 8), page([7, 6], 6));
  const newest = { items: [item(10), item(9, { state: "given-back" }), item(8)], before: 8 };
  const rows = withNewest(known, newest);
  expect(numbers(rows)).toEqual([10, 9, 8, 7, 6]);
  expect(rows.items[1]?.state).toBe("given-back");
  expect(rows.before).toBe(6);
});

test("after more than a page of new rows the list starts again, without a gap", () => {
  const rows = withNewest(page([9, 8], 8), page([30, 29], 29));
  expect(rows).toEqual(page([30, 29], 29));
});

test("the first rows of an empty list are those that were read", () => {
  expect(withNewest(page([], null), page([2, 1], null))).toEqual(page([2, 1], null));
});

test("a tip that was given back can not be given back again", () => {
  const rows = givenBack(page([2, 1], null), 1);
  expect(rows.items.map(({ state, canGiveBack }) => [state, canGiveBack])).toEqual([
    ["done", 25],
    ["given-back", 0],
  ]);
});

test.each<[Partial<ActivityView>, string]>([
  [{ kind: "sent" }, "Tip to Theo"],
  [{ kind: "sent", isHidden: true }, "Hidden tip to Theo"],
  [{ kind: "sent", person: null }, "Tip to a deleted account"],
  [{ kind: "received" }, "Tip from Theo"],
  [{ kind: "received", person: null }, "Tip from a deleted account"],
  // Not even where the server should name them.
  [{ kind: "received", isHidden: true }, "Hidden tip"],
  [{ kind: "got-back" }, "Theo gave your tip back"],
  [{ kind: "gave-back", person: null }, "Given back"],
  [{ kind: "earned", person: null, claim: { kind: "award", reason: "Night Owl" } }, "An award: Night Owl"],
  [{ kind: "earned", person: null, claim: { kind: "steady", reason: "" } }, "A week of listening"],
])("%j reads: %s", (fields, words) => {
  const { before, person, after } = wordsOf(item(1, fields));
  expect(`${before}${person?.username ?? ""}${after}`).toBe(words);
});
