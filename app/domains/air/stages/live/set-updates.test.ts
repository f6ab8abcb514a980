import fc from "fast-check";
import { expect, test } from "vitest";
import { applyLiveUpdate, type LiveSet, type LiveTrack, type LiveUpdate } from "./set-updates.ts";

const track = (id: string): LiveTrack => ({
  id,
  timestamp: 0,
  track: { id: `track ${id}`, artist: "Nina", title: "Sinnerman" },
  favoriteCount: 0,
  cheerCount: 0,
});

const start: LiveSet = {
  n: 10,
  set: "set",
  name: "Night Drive",
  startTime: 0,
  endTime: 1_000,
  isCancelled: false,
  air: null,
  listeners: 0,
  peakListeners: 0,
  totalFavorites: 0,
  totalCheers: 0,
  totalTips: 0,
  tips: [],
  tracks: [],
  cheers: [],
};

const updates: LiveUpdate[] = [
  { event: "live track", n: 11, data: { set: "set", track: track("a") } },
  { event: "live cheer", n: 12, data: { set: "set", trackHistory: "a", timestamp: 100 } },
  { event: "live track", n: 15, data: { set: "set", track: track("b") } },
  {
    event: "live favorite",
    n: 16,
    data: { set: "set", trackHistory: "a", favoriteCount: 3, totalFavorites: 4 },
  },
  { event: "live cheer", n: 17, data: { set: "set", trackHistory: null, timestamp: 200 } },
  { event: "live listeners", n: 18, data: { set: "set", listeners: 7, peakListeners: 9 } },
];

const whole = updates.reduce(applyLiveUpdate, start);

test("updates build a track list with counts, cheers and totals", () => {
  expect(whole).toMatchObject({
    n: 18,
    listeners: 7,
    peakListeners: 9,
    totalFavorites: 4,
    totalCheers: 2,
    cheers: [100, 200],
    tracks: [
      { id: "a", favoriteCount: 3, cheerCount: 1 },
      { id: "b", favoriteCount: 0, cheerCount: 0 },
    ],
  });
});

test("a tip is listed once, newest first, with the total that comes with it", () => {
  const tip = (n: number, id: string, totalTips: number): LiveUpdate => ({
    event: "live tip",
    n,
    data: {
      set: "set",
      id,
      timestamp: n,
      trackHistory: null,
      amount: 25,
      totalTips,
      fromUsername: "Ann",
      fromId: "ann",
    },
  });
  const state = [tip(19, "x", 25), tip(20, "y", 50), tip(21, "x", 75)].reduce(applyLiveUpdate, whole);
  expect(state).toMatchObject({ n: 21, totalTips: 50, tips: [{ id: "y" }, { id: "x" }] });
});

test("repeated updates and updates of another set change nothing", () => {
  const other: LiveUpdate = {
    event: "live cheer",
    n: 99,
    data: { set: "another", trackHistory: null, timestamp: 1 },
  };
  expect(applyLiveUpdate(whole, other)).toBe(whole);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...updates), { maxLength: 20 }), (repeated) => {
      expect(repeated.reduce(applyLiveUpdate, whole)).toBe(whole);
    }),
  );
});

test("a full state replaces the current one, unless it is older", () => {
  const renamed = { ...whole, name: "Later", n: 30 };
  const update: LiveUpdate = { event: "live state", data: renamed, n: 30 };
  expect(applyLiveUpdate(whole, update)).toBe(renamed);
  expect(applyLiveUpdate({ ...whole, n: 31 }, update)).toMatchObject({ name: "Night Drive" });
});
