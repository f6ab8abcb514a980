import { expect, test } from "vitest";
import { decideBooking, decideContact, decideSeries } from "./booking-rules.ts";

const open = { isBlocked: false, isBlockedBy: false };
const blocked = { isBlocked: true, isBlockedBy: false };
const blockedBy = { isBlocked: false, isBlockedBy: true };

test("one who can be reached is enough to ask, and so is no one who would have to answer", () => {
  expect(decideContact([])).toEqual({ ok: true });
  expect(decideContact([open])).toEqual({ ok: true });
  expect(decideContact([blockedBy, open, blocked])).toEqual({ ok: true });
});

test("where no one can be reached, it is the asker's own doing only if all of it is", () => {
  expect(decideContact([blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blocked])).toEqual({ ok: false, code: "you-blocked" });
  expect(decideContact([blocked, blockedBy])).toEqual({ ok: false, code: "not-welcome" });
  expect(decideContact([{ isBlocked: true, isBlockedBy: true }])).toEqual({ ok: false, code: "not-welcome" });
});

const slot = (startsAt: number, endsAt: number) => ({ startsAt, endsAt });

test("a slot may touch its neighbours and never overlap one", () => {
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

test("a slot has a length, of a day at most", () => {
  const once = { weeks: 1, timeZone: "UTC" };
  const parties = { by: "parties", stage: { isWeekly: true }, now: 0 } as const;
  for (const wrong of [slot(5, 5), slot(6, 5), slot(0, 86_400_001), slot(Number.NaN, 5)]) {
    const refused = { ok: false, code: "bad-input" };
    expect(decideSeries({ ...wrong, ...once }, { by: "operator" })).toEqual(refused);
    expect(decideSeries({ ...wrong, ...once }, parties)).toEqual(refused);
  }
});
