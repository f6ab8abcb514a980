import { expect, test } from "vitest";
import { userBudget } from "#app/domains/air/stages/live/rules.ts";
import { Comparisons } from "./comparisons.ts";

test("a user's comparisons are limited like their messages, and refill over time", () => {
  const comparisons = new Comparisons();
  const takes = (now: number) =>
    Array.from({ length: 20 }, () => comparisons.take("ada", now)).filter(({ ok }) => ok).length;
  expect(takes(1_000)).toBe(userBudget.max);
  expect(takes(1_000)).toBe(0);
  expect(comparisons.take("nell", 1_000)).toEqual({ ok: true });
  expect(takes(1_000 + userBudget.perMs)).toBe(userBudget.max);
});

test("a user with a full budget is forgotten", () => {
  const comparisons = new Comparisons();
  for (let person = 0; person < 1_000; person++) comparisons.take(`${person}`, 0);
  const late = userBudget.perMs;
  for (let taken = 0; taken < userBudget.max; taken++) comparisons.take("ada", late);
  comparisons.take("nell", late);
  expect(comparisons.take("ada", late)).toMatchObject({ ok: false, code: "rate-limited" });
});
