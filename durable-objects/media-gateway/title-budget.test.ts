import { expect, test } from "vitest";
import { afterTitle, nextTitleAt, type TitleBudget, titleBudget } from "./title-budget.ts";

const hourMs = 3_600_000;

/** Counts the titles that are passed on within these hours of an encoder that sends one every `everyMs`. */
function passedOn(everyMs: number, hours: number): number {
  let budget: TitleBudget | undefined;
  let passed = 0;
  for (let now = hourMs; now < hourMs * (1 + hours); now += everyMs) {
    if (now < nextTitleAt(budget)) continue;
    budget = afterTitle(budget, now);
    passed += 1;
  }
  return passed;
}

test("every title of quick mixes is passed on, for a whole day", () => {
  expect(passedOn(20_000, 24)).toBe(24 * 180);
});

test("sixty titles in a row are passed on, one a second", () => {
  expect(passedOn(1_000, 1 / 60)).toBe(60);
  expect(passedOn(100, 1 / 60)).toBe(60);
});

test("an encoder that sends titles without end makes few lines of them", () => {
  const { burst, refillMs } = titleBudget;
  expect(passedOn(250, 24)).toBeLessThanOrEqual(burst + (24 * hourMs) / refillMs + 1);
});
