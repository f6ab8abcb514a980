import { expect, test } from "vitest";
import { compareRows } from "./expectation.ts";

test("a scenario may cost a tenth more than expected, and a fifth less", () => {
  const compare = (rows: number) => compareRows("a minute", { rows, alarms: 0 }, { rows: 20, alarms: 0 });
  expect(compare(22)).toEqual([]);
  expect(compare(23)).toEqual(["a minute: 23 rows, and 20 are expected. It costs more."]);
  expect(compare(16)).toEqual([]);
  expect(compare(15)).toEqual(["a minute: 15 rows, and 20 are expected. Lower the expectation."]);
});

test("what costs nothing must stay so", () => {
  const nothing = { rows: 0, alarms: 0 };
  expect(compareRows("silence", nothing, nothing)).toEqual([]);
  expect(compareRows("silence", { rows: 1, alarms: 1 }, nothing)).toHaveLength(2);
});
