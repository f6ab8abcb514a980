import { expect, test } from "vitest";
import { SeqRanges } from "./seq-ranges.ts";

const of = (...seqs: number[]) => {
  const ranges = new SeqRanges();
  for (const seq of seqs) ranges.add(seq);
  return ranges;
};
const list = (ranges: SeqRanges) => [...ranges].map(({ from, to }) => `${from}-${to}`).join(" ");

test("numbers in any order, some of them twice, become the same ranges", () => {
  expect(list(of(1, 2, 3, 7, 8))).toBe("1-3 7-8");
  expect(list(of(8, 3, 1, 2, 7, 3, 8))).toBe("1-3 7-8");
  expect(list(of(1, 3, 2))).toBe("1-3");
});

test("ranges are added, removed and cut", () => {
  const ranges = of(1, 2, 3, 4, 5, 9);
  ranges.addAll(of(6, 7));
  expect(list(ranges)).toBe("1-7 9-9");
  ranges.removeAll(of(3, 9, 12));
  expect(list(ranges)).toBe("1-2 4-7");
  expect(list(ranges.since(2))).toBe("2-2 4-7");
  expect([2, 3, 4, 7, 8].map((seq) => ranges.has(seq))).toEqual([true, false, true, true, false]);
  ranges.clear();
  expect(ranges.isEmpty).toBe(true);
});
