import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RoomEvent } from "./protocol.ts";
import { FloatingReactions, maxReactions, type Reaction, reactionMs, toReaction } from "./reactions.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const heart = (id: number): Reaction => ({ id, kind: "favorite", by: null });

function setUp() {
  let list: readonly Reaction[] = [];
  let changes = 0;
  const floating = new FloatingReactions((next) => {
    list = next;
    changes += 1;
  });
  return { floating, ids: () => list.map(({ id }) => id), changes: () => changes };
}

test("a reaction is shown for 8 s", () => {
  expect(reactionMs).toBe(8_000);
  const { floating, ids } = setUp();
  floating.add([heart(1)]);
  vi.advanceTimersByTime(3_000);
  floating.add([heart(2), heart(3)]);
  vi.advanceTimersByTime(4_999);
  expect(ids()).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(1);
  expect(ids()).toEqual([2, 3]);
  vi.advanceTimersByTime(3_000);
  expect(ids()).toEqual([]);
});

test("of 200 cheers a second a steady sample is shown, up to the limit", () => {
  const { floating, ids, changes } = setUp();
  const perSecond: number[] = [];
  for (let second = 0; second < 30; second += 1) {
    const before = changes();
    for (let tick = 0; tick < 20; tick += 1) {
      floating.add(Array.from({ length: 10 }, (_, index) => heart(second * 1_000 + tick * 10 + index)));
      expect(ids().length).toBeLessThanOrEqual(maxReactions);
      vi.advanceTimersByTime(50);
    }
    perSecond.push(changes() - before);
  }
  expect(ids().length).toBeGreaterThan(maxReactions / 2);
  // A page gets a few updates a second, not one per cheer, and at least one every second.
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(25);
  expect(Math.min(...perSecond.slice(9))).toBeGreaterThan(0);
  vi.advanceTimersByTime(reactionMs);
  expect(ids()).toEqual([]);
});

test("all reactions of a small audience are shown immediately", () => {
  const { floating, ids } = setUp();
  floating.add(Array.from({ length: 10 }, (_, index) => heart(index)));
  expect(ids()).toHaveLength(10);
});

test("a cheer shows a name and a favorite does not, and old or other events show no reaction", () => {
  const cheered: RoomEvent = {
    event: "cheered",
    data: { mediaAt: 100_000, userId: "u1", user: "Ana", cheerCount: 3 },
    seq: 7,
    at: 100_500,
  };
  const data = { mediaAt: 100_000, track: "t1", favoriteCount: 1, trackFavoriteCount: 1, isFavorited: true };
  expect(toReaction(cheered, 101_000)).toEqual({ id: 7, kind: "cheer", by: "Ana" });
  expect(toReaction({ event: "favorited", data, seq: 8, at: 0 }, 101_000)).toEqual({
    id: 8,
    kind: "favorite",
    by: null,
  });
  const takenBack = { ...data, isFavorited: false };
  expect(toReaction({ event: "favorited", data: takenBack, seq: 8, at: 0 }, 101_000)).toBeNull();
  expect(toReaction(cheered, 120_001)).toBeNull();
  expect(toReaction({ event: "room listeners", data: { currentListeners: 1 }, seq: 9, at: 0 }, 0)).toBeNull();
});

test("every tip is shown, before hearts and in place of them, and at most as many as all others", () => {
  const { floating, ids } = setUp();
  const tip = (id: number): Reaction => ({ id, kind: "tip", by: "Ana", amount: 25 });
  // Until there is no room for another heart.
  for (let id = 0; id < 100; id += 1) {
    floating.add([heart(id)]);
    vi.advanceTimersByTime(75);
  }
  const hearts = ids().length;
  floating.add([heart(500), tip(501), tip(502)]);
  expect(ids()).toEqual(expect.arrayContaining([501, 502]));
  expect(ids()).not.toContain(500);
  expect(ids().length).toBeLessThanOrEqual(maxReactions);
  expect(hearts).toBeGreaterThan(maxReactions - 3);
  floating.add(Array.from({ length: 30 }, (_, index) => tip(1_000 + index)));
  expect(ids()).toHaveLength(maxReactions);
  expect(ids().filter((id) => id < 500)).toEqual([]);
  vi.advanceTimersByTime(reactionMs);
  expect(ids()).toEqual([]);
});

test("a tip floats with its tokens, and one that was heard long ago does not", () => {
  const data = { mediaAt: 100_000, tip: "t1", amount: 25, user: "Ana", totalTips: null };
  const tipped: RoomEvent = { event: "tipped", data, seq: 7, at: 100_500 };
  expect(toReaction(tipped, 101_000)).toEqual({ id: 7, kind: "tip", by: "Ana", amount: 25 });
  expect(toReaction(tipped, 120_001)).toBeNull();
});
