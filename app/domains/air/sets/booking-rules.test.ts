import { expect, test } from "vitest";
import {
  decideBooking,
  decideContact,
  decideEnd,
  decideMove,
  decideParties,
  decideSeries,
  maxUnasked,
  withSetsAhead,
} from "./booking-rules.ts";
import { bookingLimits } from "./contract/requests.ts";

const performer = {
  isOwnRequest: true,
  isManager: false,
  isPerformerMember: false,
  isPerformerManager: false,
  hasPerformerPassedTest: true,
};
const anyStage = { isInstant: false, isWeekly: true, isMembersOnly: false, hasAutoApprove: false };
const membersStage = { ...anyStage, isMembersOnly: true };
const manager = { ...performer, isOwnRequest: false, isManager: true };

test.each([
  ["a performer asks for themselves", anyStage, performer, false],
  ["on a stage that approves, at once", { ...anyStage, hasAutoApprove: true }, performer, true],
  ["a performer who manages the stage, at once", anyStage, { ...performer, isPerformerManager: true }, true],
  ["a manager asks a performer, who answers", { ...anyStage, hasAutoApprove: true }, manager, false],
  ["a manager asks anyone onto a members' stage", membersStage, manager, false],
  ["a member asks there for themselves", membersStage, { ...performer, isPerformerMember: true }, false],
])("a request is allowed: %s", (_, stage, parties, isApproved) =>
  expect(decideParties(stage, parties)).toEqual({ ok: true, isApproved }),
);

test.each([
  ["the last set that may be ahead", maxUnasked - 1, 1, true],
  ["one more than may be ahead", maxUnasked, 1, false],
  ["a series with which as many are ahead as may be", maxUnasked - 4, 4, true],
  ["a series of which only the first weeks may be ahead", maxUnasked - 1, bookingLimits.weeks, false],
  ["the longest series where none is ahead", 0, bookingLimits.weeks, true],
  ["the longest series where one set is ahead", 1, bookingLimits.weeks, false],
])("automatic approval covers, or not, %s", (_, setsAhead, weeks, hasAutoApprove) =>
  expect(withSetsAhead({ ...anyStage, hasAutoApprove: true }, { setsAhead, weeks })).toMatchObject({
    hasAutoApprove,
  }),
);

test.each([
  ["someone asks for another person", anyStage, { ...performer, isOwnRequest: false }, "not-found"],
  ["a stage without a schedule", { ...anyStage, isInstant: true }, performer, "no-schedule"],
  ["without a stream test", anyStage, { ...performer, hasPerformerPassedTest: false }, "not-a-performer"],
  ["someone else on a members' stage", membersStage, performer, "members-only"],
])("a request is refused: %s", (_, stage, parties, code) =>
  expect(decideParties(stage, parties)).toEqual({ ok: false, code }),
);

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
  const parties = { by: "parties", stage: { isWeekly: true }, isManager: true, now: 0 } as const;
  for (const wrong of [slot(5, 5), slot(6, 5), slot(0, 86_400_001), slot(Number.NaN, 5)]) {
    const refused = { ok: false, code: "bad-input" };
    expect(decideSeries({ ...wrong, ...once }, { by: "operator" })).toEqual(refused);
    expect(decideSeries({ ...wrong, ...once }, parties)).toEqual(refused);
  }
});

const minuteMs = 60_000;
const noon = Date.UTC(2026, 10, 28, 12);

/** The verdict on a set that starts so many minutes after noon and lasts so many. */
function verdictOn(startMinute: number, minutes: number, isManager: boolean): boolean {
  const startsAt = noon + startMinute * minuteMs;
  const series = { startsAt, endsAt: startsAt + minutes * minuteMs, weeks: 1, timeZone: "Europe/Berlin" };
  const stage = { isWeekly: false };
  return decideSeries(series, { by: "parties", stage, isManager, now: noon - minuteMs }).ok;
}

test("performers book half hours, and a manager of the stage books any minute and up to twelve hours", () => {
  for (const [start, length] of [
    [0, 30],
    [30, 180],
  ] as const)
    expect([verdictOn(start, length, false), verdictOn(start, length, true)]).toEqual([true, true]);
  for (const [start, length] of [
    [10, 60],
    [0, 45],
    [0, 210],
    [7, 720],
  ] as const)
    expect([verdictOn(start, length, false), verdictOn(start, length, true)]).toEqual([false, true]);
  for (const [start, length] of [
    [0.5, 60],
    [0, 0.5],
    [0, 721],
  ] as const)
    expect([verdictOn(start, length, false), verdictOn(start, length, true)]).toEqual([false, false]);
});

test("a booked set keeps an odd length when it is moved, and only a manager gives it another odd one", () => {
  const set = slot(noon, noon + 45 * minuteMs);
  const move = (startMinute: number, minutes: number, isManager: boolean, now = noon - minuteMs) => {
    const startsAt = noon + startMinute * minuteMs;
    const wanted = slot(startsAt, startsAt + minutes * minuteMs);
    return decideMove(set, wanted, { mayMove: true, isManager, now }).ok;
  };
  expect([move(60, 45, false), move(60, 50, false), move(60, 50, true)]).toEqual([true, false, true]);
  const whileOn = noon + 10 * minuteMs;
  expect([move(0, 60, false, whileOn), move(0, 55, false, whileOn), move(0, 55, true, whileOn)]).toEqual([
    true,
    false,
    true,
  ]);
});

test("a set is booked for later, and within the window", () => {
  const terms = { by: "parties", stage: { isWeekly: false }, isManager: true, now: noon } as const;
  const verdict = (startsAt: number) =>
    decideSeries({ ...slot(startsAt, startsAt + 60 * minuteMs), weeks: 1, timeZone: "UTC" }, terms).ok;
  const lastMs = noon + bookingLimits.windowDays * 86_400_000;
  expect([noon, noon + minuteMs, lastMs, lastMs + minuteMs].map(verdict)).toEqual([false, true, true, false]);
});

test("a set that is on keeps its start, and one that is over its time", () => {
  const set = slot(noon, noon + 60 * minuteMs);
  const earlier = slot(noon - 30 * minuteMs, noon + 60 * minuteMs);
  const longer = slot(noon, noon + 90 * minuteMs);
  const as = { mayMove: true, isManager: true };
  expect(decideMove(set, earlier, { ...as, now: noon + 1 })).toEqual({ ok: false, code: "set-begun" });
  expect(decideMove(set, longer, { ...as, now: noon + 1 })).toEqual({ ok: true });
  expect(decideMove(set, longer, { ...as, now: set.endsAt })).toEqual({ ok: false, code: "set-over" });
});

test("a set can be ended while it is on", () => {
  const set = { ...slot(noon, noon + 60 * minuteMs), status: "accepted" } as const;
  const at = (now: number, isPastEnd = false) => decideEnd(set, { isPastEnd, now });
  expect(at(noon - 1)).toEqual({ ok: false, code: "set-not-on" });
  expect(at(noon + 1)).toEqual({ ok: true });
  expect(at(set.endsAt)).toEqual({ ok: false, code: "set-over" });
  // Its performer plays on, and nobody follows.
  expect(at(set.endsAt, true)).toEqual({ ok: true });
  const cancelled = { ...set, status: "cancelled" } as const;
  expect(decideEnd(cancelled, { isPastEnd: true, now: noon + 1 })).toEqual({ ok: false, code: "set-over" });
});
