import { describe, expect, test } from "vitest";
import type { Outcome } from "./outcome.ts";
import type { DeliveryKind } from "./port.ts";
import { type Attempted, decideNext, hasKeptFailing, isTooLate, type Verdict } from "./rules.ts";

const noon = Date.parse("2030-05-01T12:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const later: Outcome = { is: "later", waitMs: null, details: "It is busy." };
const unsure: Outcome = { is: "unsure" };

const attempted = (change: Partial<Attempted>): Attempted => ({
  kind: "post",
  about: "live",
  isEdit: false,
  attempts: 1,
  wasUnsure: false,
  outcome: later,
  since: noon,
  now: noon,
  random: 0.5,
  ...change,
});

/** All attempts with the same outcome: the delay of each of them, in ms, and what ends them. */
function course(change: Partial<Attempted>): { delays: number[]; end: Verdict } {
  const delays: number[] = [];
  let now = noon;
  let wasUnsure = false;
  for (let attempts = 1; ; attempts++) {
    const verdict = decideNext(attempted({ ...change, attempts, now, wasUnsure }));
    if (verdict.nextTryAt === null) return { delays, end: verdict };
    delays.push(verdict.nextTryAt - now);
    now = verdict.nextTryAt;
    wasUnsure = verdict.isUnsure;
  }
}

describe("what is to come later", () => {
  test("is tried at growing delays: a webhook for a day, a post about a broadcast for half an hour", () => {
    const hook = course({ kind: "webhook", about: "follower" });
    expect(hook.delays).toEqual([5_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]);
    expect(hook.end).toMatchObject({ status: "failed", details: "It is busy. We have stopped trying." });
    const post = course({});
    expect(post.delays).toEqual([5_000, 30_000, 2 * minute, 5 * minute, 10 * minute]);
    expect(post.end.status).toBe("failed");
    const listen = course({ kind: "listen", about: "track" }).delays;
    expect(listen.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(48 * hour);
  });

  test("is spread by a fifth to both sides", () => {
    const of = (random: number) => decideNext(attempted({ random })).nextTryAt;
    expect(of(0)).toBe(noon + 4_000);
    expect(of(0.999)).toBeLessThanOrEqual(noon + 6_000);
    expect(of(0.999)).toBeGreaterThan(noon + 5_900);
  });

  test("waits as long as the service says, and ends where that is too long", () => {
    const wait = (waitMs: number, random = 0.5) =>
      decideNext(attempted({ outcome: { ...later, waitMs }, random })).nextTryAt;
    expect(wait(90_000, 0)).toBe(noon + 90_000);
    expect(wait(90_000, 0.999)).toBeLessThanOrEqual(noon + 91_000);
    expect(wait(29 * minute)).toBe(noon + 29 * minute + 500);
    expect(wait(31 * minute)).toBeNull();
  });

  test("is counted from what happened, not from the last attempt", () => {
    expect(decideNext(attempted({ now: noon + 29 * minute + 58_000 })).status).toBe("failed");
    expect(decideNext(attempted({ about: "booked", now: noon + 30 * minute })).status).toBe("waiting");
  });

  test("of a test is its outcome", () => {
    expect(decideNext(attempted({ about: "test" }))).toMatchObject({
      status: "failed",
      details: "It is busy.",
    });
  });
});

describe("without a response", () => {
  test("a post is looked for, three times, and never sent again blindly", () => {
    const { delays, end } = course({ outcome: unsure });
    expect(delays).toHaveLength(3);
    expect(end).toMatchObject({ status: "unsure", details: expect.stringMatching(/may have arrived/) });
    const first = decideNext(attempted({ outcome: unsure }));
    expect(first).toMatchObject({ status: "waiting", isUnsure: true });
  });

  test("a look that comes to nothing leaves it unsure", () => {
    const looked = decideNext(attempted({ wasUnsure: true, attempts: 2 }));
    expect(looked).toMatchObject({ status: "waiting", isUnsure: true });
    const last = decideNext(attempted({ wasUnsure: true, attempts: 2, now: noon + 30 * minute }));
    expect(last.status).toBe("unsure");
  });

  test("what has the same effect twice is sent again", () => {
    const cases: [DeliveryKind, boolean][] = [
      ["webhook", false],
      ["listen", false],
      ["post", true],
    ];
    for (const [kind, isEdit] of cases) {
      const about = kind === "post" ? "ended" : "track";
      const verdict = decideNext(attempted({ kind, isEdit, about, outcome: unsure }));
      expect(verdict).toMatchObject({ status: "waiting", isUnsure: false });
      expect(course({ kind, isEdit, about, outcome: unsure }).end.status).toBe("failed");
    }
  });

  test("a test is not repeated", () => {
    expect(decideNext(attempted({ about: "test", outcome: unsure })).status).toBe("unsure");
  });
});

test("what was sent or refused is over", () => {
  const sent: Outcome = { is: "sent", remote: "1", url: null };
  expect(decideNext(attempted({ outcome: sent }))).toMatchObject({ status: "sent", nextTryAt: null });
  for (const is of ["refused", "dead"] as const)
    expect(decideNext(attempted({ outcome: { is, details: "No." } }))).toEqual({
      status: "failed",
      nextTryAt: null,
      isUnsure: false,
      details: "No.",
    });
});

test("a post about a broadcast is too late after half an hour, a call after a day, a test never", () => {
  const isLate = (kind: DeliveryKind, about: Attempted["about"], passedMs: number) =>
    isTooLate({ kind, about, since: noon }, noon + passedMs);
  expect(isLate("post", "live", 30 * minute)).toBe(false);
  expect(isLate("post", "live", 30 * minute + 1)).toBe(true);
  expect(isLate("post", "ended", 20 * hour)).toBe(false);
  expect(isLate("webhook", "live", 24 * hour + 1)).toBe(true);
  expect(isLate("post", "test", 48 * hour)).toBe(false);
});

test("a webhook is switched off when all attempts of a call have failed and none was taken since", () => {
  const failed = { kind: "webhook", status: "failed", attempts: 8, createdAt: noon } as const;
  expect(hasKeptFailing(failed, null)).toBe(true);
  expect(hasKeptFailing(failed, noon - 1)).toBe(true);
  expect(hasKeptFailing(failed, noon + 1)).toBe(false);
  expect(hasKeptFailing({ ...failed, attempts: 1 }, null)).toBe(false);
  expect(hasKeptFailing({ ...failed, status: "waiting" }, null)).toBe(false);
  expect(hasKeptFailing({ ...failed, kind: "post" }, null)).toBe(false);
});
