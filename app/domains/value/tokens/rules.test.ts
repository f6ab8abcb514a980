import { expect, test } from "vitest";
import { claimState, decideClaims, type History, utcDayOf, utcMonthOf } from "./rules.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2026, 10, 23, 12);

const nothing: History = {
  userId: "ana",
  createdAt: now - 30 * dayMs,
  verifiedAt: now - 29 * dayMs,
  performances: 0,
  days: 0,
  weeks: [],
  awards: [],
  referrerId: null,
};
const earnedBy = (facts: Partial<History>) => {
  const { claims, nextAt } = decideClaims({ ...nothing, ...facts }, now);
  return {
    claims: claims.map((each) => `${each.kind} ${each.source}: ${each.amount} for ${each.userId}`),
    nextAt,
  };
};

const welcome = "welcome ana: 50 for ana";
const referral = ["referral ana/newcomer: 25 for ana", "referral ana/referrer: 25 for ben"];

test.each<[string, Partial<History>, string[], number | null]>([
  ["nothing heard", {}, [], null],
  ["three performances on two days", { performances: 3, days: 2 }, [welcome], null],
  ["two performances on two days", { performances: 2, days: 2 }, [], null],
  ["five performances on one day", { performances: 5, days: 1 }, [], null],
  [
    "an address that is not confirmed",
    { performances: 9, days: 9, weeks: ["w"], verifiedAt: null },
    [],
    null,
  ],
  ["exactly a day old", { performances: 3, days: 2, createdAt: now - dayMs }, [welcome], null],
  ["a minute too young", { performances: 3, days: 2, createdAt: now - dayMs + 60_000 }, [], now + 60_000],
  [
    "two steady weeks",
    { weeks: ["2026-11-16", "2026-11-23"] },
    ["steady ana/2026-11-16: 15 for ana", "steady ana/2026-11-23: 15 for ana"],
    null,
  ],
  [
    "awards of each tier",
    { awards: [1, 2, 3].map((tier) => ({ id: `a${tier}`, title: "T", tier: tier as 1 | 2 | 3 })) },
    ["award ana/a1: 10 for ana", "award ana/a2: 50 for ana", "award ana/a3: 200 for ana"],
    null,
  ],
  ["a referral", { performances: 3, days: 3, referrerId: "ben" }, [welcome, ...referral], null],
  ["a referral heard on two days", { performances: 3, days: 2, referrerId: "ben" }, [welcome], null],
  [
    "a referral that is six days old",
    { performances: 3, days: 3, referrerId: "ben", createdAt: now - 6 * dayMs },
    [welcome],
    now + dayMs,
  ],
])("%s", (_, facts, claims, nextAt) => {
  expect(earnedBy(facts)).toEqual({ claims, nextAt });
});

test.each([
  [{}, "waiting"],
  [{ ripeAt: now }, "claimable"],
  [{ ripeAt: now + 1 }, "waiting"],
  [{ ripeAt: now, heldAt: now }, "waiting"],
  [{ ripeAt: 1, expiresAt: now }, "lapsed"],
  [{ ripeAt: 1, expiresAt: now, heldAt: now }, "waiting"],
  [{ ripeAt: 1, expiresAt: now, state: "claiming" as const }, "claimable"],
  [{ ripeAt: 1, expiresAt: now, state: "claimed" as const }, "claimed"],
])("a claim with %j is %s", (facts, state) => {
  const claim = { state: "waiting" as const, ripeAt: null, heldAt: null, expiresAt: null, ...facts };
  expect(claimState(claim, now)).toBe(state);
});

test("days and months start in UTC", () => {
  expect(new Date(utcDayOf(now)).toISOString()).toBe("2026-11-23T00:00:00.000Z");
  expect(new Date(utcMonthOf(now)).toISOString()).toBe("2026-11-01T00:00:00.000Z");
  expect(new Date(utcMonthOf(Date.UTC(2026, 0, 31), 13)).toISOString()).toBe("2024-12-01T00:00:00.000Z");
});
