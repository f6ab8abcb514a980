import { expect, test } from "vitest";
import { decideBooking, decideContact, decideSeries } from "./booking-rules.ts";

const open = { isBlocked: false, isBlockedBy: false };
const blocked = { isBlocked: true, isBlockedBy: false };
const blockedBy = { isBlocked: false, isBlockedBy: true };

test("a request is allowed if at least one recipient is not blocked, or if there is none", () => {
  expect(decideContact([])).toEqual({ ok: true });
  expect(decideContact([open])).toEqual({ ok: true });
  expect(decideContact([blockedBy, open, blocked])).toEqual({ ok: true });
});

test("a refused contact blames the caller only if all blocks are the caller's", () => {
  expect(decideContact([blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blockedBy])).toEqual({ ok: false, code: "not-welcome" });
  expect(decideContact([{ isBlocked: true, isBlockedBy: true }])).toEqual({ ok: false, code: "not-welcome" });
});

const slot = (startsAt: number, endsAt: number) => ({ startsAt, endsAt });

test("a slot can touch its neighbours but not overlap one", () => {
  const taken = [slot(100, 200), slot(300, 400)];
  expect(decideBooking([slot(200, 300)], taken, "operator")).toEqual({ ok: true });
  for (const overlap of [slot(199, 250), slot(250, 301), slot(120, 130), slot(50, 450), slot(100, 200)]) {
    expect(decideBooking([overlap], taken, "operator")).toEqual({ ok: false, code: "conflict" });
    const weeks = [slot(200, 300), overlap];
    expect(decideBooking(weeks, taken, "parties")).toEqual({
      ok: false,
      code: "slot-taken",
      takenSlots: [1],
    });
  }
});

test("a slot has a positive duration of at most a day", () => {
  const once = { weeks: 1, timeZone: "UTC" };
  const parties = { by: "parties", stage: { isWeekly: true }, now: 0 } as const;
  for (const wrong of [slot(5, 5), slot(6, 5), slot(0, 86_400_001), slot(Number.NaN, 5)]) {
    const refused = { ok: false, code: "bad-input" };
    expect(decideSeries({ ...wrong, ...once }, { by: "operator" })).toEqual(refused);
    expect(decideSeries({ ...wrong, ...once }, parties)).toEqual(refused);
  }
});
