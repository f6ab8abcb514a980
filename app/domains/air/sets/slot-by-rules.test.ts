import { expect, test } from "vitest";
import { slotByRules } from "./slot-by-rules.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** Thursdays at 20:00 in Vancouver, where the clocks are no longer changed in November. */
const first = Date.parse("2027-10-21T20:00-07:00");
const setAt = (startsAt: number) => ({
  startsAt,
  endsAt: startsAt + hourMs,
  firstStartsAt: first,
  weeks: 4,
  timeZone: "America/Vancouver",
});

test("a set that was booked by other rules goes to the local time of its series", () => {
  const third = first + 2 * weekMs;
  expect(slotByRules(setAt(third + hourMs))).toEqual({ startsAt: third, endsAt: third + hourMs });
});

test("a set at its local time, or far from it, stays", () => {
  expect(slotByRules(setAt(first))).toBeNull();
  expect(slotByRules(setAt(first + 3 * weekMs))).toBeNull();
  expect(slotByRules(setAt(first + 3 * weekMs + 3 * hourMs))).toBeNull();
});
