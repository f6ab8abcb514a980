import { describe, expect, test } from "vitest";
import { type Bucket, clampMediaAt, decideCheer, decideSay, inFairOrder } from "./rules.ts";

const now = 1_800_000_000_000;

function say(text: string, rest: Partial<Parameters<typeof decideSay>[0]> = {}) {
  return decideSay({ text, canWrite: true, isBlocked: false, user: null, room: null, now, ...rest });
}

describe("a chat message", () => {
  test.each([
    ["hello", "hello"],
    ["  two\nlines\t ", "two lines"],
    ["\u202Eevil\u202C \u2066name\u2069", "evil name"],
    ["zero\u0000byte", "zero byte"],
    ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
  ])("%j is shown as %j", (text, shown) => expect(say(text)).toMatchObject({ ok: true, text: shown }));

  test("with a lone surrogate gets the replacement character", () => {
    expect(say("a\ud800b")).toMatchObject({ ok: true, text: "a\ufffdb" });
  });

  test.each(["", "   ", "\u200f\u202e", "\u200b\u2060", "\n\n"])("%j is empty", (text) => {
    expect(say(text)).toEqual({ ok: false, code: "chat-empty" });
  });

  test("of 299 characters passes and of 300 does not, whatever their encoded length", () => {
    expect(say("🎧".repeat(299)).ok).toBe(true);
    expect(say("🎧".repeat(300))).toEqual({ ok: false, code: "chat-too-long" });
    expect(say("a".repeat(300))).toEqual({ ok: false, code: "chat-too-long" });
  });

  test("of a listener who is signed out is refused", () => {
    expect(say("hi", { canWrite: false })).toEqual({ ok: false, code: "authorization" });
  });

  test("of a user whom the profile owner has blocked is refused", () => {
    expect(say("hi", { isBlocked: true })).toEqual({ ok: false, code: "not-welcome" });
  });
});

describe("the chat rate limit", () => {
  function burst(count: number) {
    let user: Bucket | null = null;
    const results = [];
    for (let i = 0; i < count; i++) {
      const result = say("hi", { user });
      if (result.ok) user = result.user;
      results.push(result);
    }
    return { user, results };
  }

  test("allows a burst of five, and a sixth message after a second", () => {
    const { results } = burst(6);
    expect(results.map((result) => result.ok)).toEqual([true, true, true, true, true, false]);
    expect(results[5]).toEqual({ ok: false, code: "rate-limited", retryAfterMs: 1_000 });
  });

  test("allows a message after the returned wait", () => {
    const { user } = burst(5);
    expect(say("hi", { user, now: now + 999 }).ok).toBe(false);
    expect(say("hi", { user, now: now + 1_000 }).ok).toBe(true);
  });

  test("grants nothing extra when the clock goes backwards", () => {
    const { user } = burst(5);
    expect(say("hi", { user, now: now - 60_000 }).ok).toBe(false);
  });

  test("allows 50 messages a second per room", () => {
    let room: Bucket | null = null;
    let taken = 0;
    for (let i = 0; i < 100; i++) {
      const result = say("hi", { room });
      if (result.ok) {
        room = result.room;
        taken++;
      }
    }
    expect(taken).toBe(50);
    expect(say("hi", { room })).toEqual({ ok: false, code: "rate-limited", retryAfterMs: 1_000 });
  });

  test("serves the users who have waited longest first, each once before any twice", () => {
    const lastAt: Record<string, number> = { flooder: 900, ann: 200, bob: 500 };
    const said = ["flooder 1", "flooder 2", "bob 1", "new 1", "ann 1", "bob 2"];
    const writerOf = (each: string) => each.split(" ", 1).join();
    expect(inFairOrder(said, writerOf, (writer) => lastAt[writer] ?? 0)).toEqual([
      "new 1",
      "ann 1",
      "bob 1",
      "flooder 1",
      "bob 2",
      "flooder 2",
    ]);
  });
});

describe("a cheer", () => {
  test.each([
    [true, null, { ok: true }],
    [true, now - 180_000, { ok: true }],
    [true, now - 179_999, { ok: false, code: "cheer-cooldown", retryAfterMs: 1 }],
    [false, null, { ok: false, code: "not-live" }],
  ])(
    "is decided by whether the room is on air (%s) and by the last cheer (%s)",
    (isOnAir, lastCheerAt, answer) => {
      expect(decideCheer({ isOnAir, isBlocked: false, lastCheerAt, now })).toEqual(answer);
    },
  );

  test("of a user whom the profile owner has blocked is refused, on or off air", () => {
    for (const isOnAir of [true, false])
      expect(decideCheer({ isOnAir, isBlocked: true, lastCheerAt: null, now })).toEqual({
        ok: false,
        code: "not-welcome",
      });
  });

  test.each([
    [null, now],
    [now + 5, now],
    [now - 200, now - 200],
    [now - 90_000, now - 60_000],
  ])("at media time %s counts at %s", (mediaAt, at) => expect(clampMediaAt(mediaAt, now)).toBe(at));
});
