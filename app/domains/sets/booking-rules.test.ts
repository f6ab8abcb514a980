import { expect, test } from "vitest";
import { decideBooking, decideContact, decideMove, decideSeries } from "./booking-rules.ts";

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
