import { expect, test } from "vitest";
import { trackAt, trackChanges } from "#app/domains/air/replays/track-at.ts";
import { beyondEndText, heardCount, momentAddress, momentText, passedCount, startIn } from "./moment.ts";

const tracks = [
  { start: 5_000, track: { artist: "Nina Simone", title: "Sinnerman" } },
  { start: 600_000, track: { artist: "", title: "" } },
];
const hour = 3_600_000;

test("a track is heard from its start to the next one's", () => {
  expect(trackAt(tracks, 4_999)).toBeNull();
  expect(trackAt(tracks, 5_000)).toBe(tracks[0]);
  expect(trackAt(tracks, 599_999)).toBe(tracks[0]);
  expect(trackAt(tracks, hour)).toBe(tracks[1]);
});

test("where a track has ended nothing is heard until the next; in a blend the one that began last, a sample goes by", () => {
  const mix = [
    { name: "one", start: 0, end: 100 },
    { name: "sample", start: 20, end: 30 },
    { name: "two", start: 90, end: 200 },
    { name: "three", start: 300 },
  ];
  const heard = [10, 25, 50, 95, 150, 200, 299, 300, hour].map((at) => trackAt(mix, at)?.name ?? null);
  expect(heard).toEqual(["one", "sample", "one", "two", "two", null, null, "three", "three"]);
  expect(trackChanges(mix)).toEqual([0, 20, 30, 90, 100, 200, 300]);
});

test("a moment is told with its time and its track", () => {
  expect(momentText(754_900, 7_100_000, tracks[0]?.track ?? null)).toBe(
    "12:34 of 1:58:20, Nina Simone – Sinnerman",
  );
  expect(momentText(600_000, hour, tracks[1]?.track ?? null)).toBe("10:00 of 1:00:00, No artist – No title");
  expect(momentText(0, hour, null)).toBe("0:00 of 1:00:00");
});

test("an address leads to its second, and beyond the end to the last ones", () => {
  const of = (query: string, duration = hour) =>
    startIn(new URLSearchParams(query), { duration, tracks: [] });
  const at = (startAt: number) => ({ startAt, isBeyondEnd: false });
  const beyond = { startAt: hour - 10_000, isBeyondEnd: true };
  expect(of("t=754")).toEqual(at(754_000));
  expect(of("t=3599")).toEqual(at(3_599_000));
  expect(["t=3600", "t=99999", "t=60m", "t=1h", "t=2:00:00"].map((query) => of(query))).toEqual(
    Array.from({ length: 5 }, () => beyond),
  );
  for (const [query, startAt] of [
    ["t=300s", 300_000],
    ["t=5m", 300_000],
    ["t=5M", 300_000],
    ["t=2m30", 150_000],
    ["t=0h5m10s", 310_000],
    ["t=90.5", 90_500],
    ["t=1:00", 60_000],
    ["t=0:01:05", 65_000],
    ["t=59:59", 3_599_000],
    ["t=%2030s%20", 30_000],
  ] as const)
    expect(of(query), query).toEqual(at(startAt));
  expect(of("t=1h2m3s", 2 * hour)).toEqual(at(3_723_000));
  expect(of("t=9", 5_000)).toEqual({ startAt: 0, isBeyondEnd: true });
  for (const query of ["", "t=", "t=0", "t=-5", "t=1e3", "t=abc", "t=99999999999", "t=1:75", "t=m", "t=1s2m"])
    expect(of(query), query).toEqual(at(0));
  expect(of("t=0", 0)).toEqual(at(0));
  expect(beyondEndText(7_100_000)).toBe(
    "This moment is beyond the end (1:58:20). Playing the last seconds instead.",
  );
  expect(momentAddress("https://cue.example/replay/1", 754_900)).toBe("https://cue.example/replay/1?t=754");
});

test("events are shown once their sound is heard", () => {
  const events = [0, 10, 10, 30].map((at) => ({ at }));
  expect([-1, 0, 9, 10, 29, 30, 99].map((at) => heardCount(events, at))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect(heardCount([], 5)).toBe(0);
});

test("what a seek skips was not heard", () => {
  const times = [1_000, 2_000, 2_000, 50_000];
  expect(passedCount(times, 1_000, 2_000)).toBe(2);
  expect(passedCount(times, 2_000, 2_000)).toBe(0);
  expect(passedCount(times, 0, 60_000)).toBe(0);
  expect(passedCount(times, 3_000, 1_000)).toBe(0);
});

test("an address can lead to a play, and otherwise to a second", () => {
  const replay = { duration: 60_000, tracks: [{ id: "p1", start: 12_000 }] };
  const of = (query: string) => startIn(new URLSearchParams(query), replay);
  expect(of("play=p1&t=99")).toEqual({ startAt: 12_000, isBeyondEnd: false });
  expect(of("play=gone&t=5")).toEqual({ startAt: 5_000, isBeyondEnd: false });
  expect(of("play=gone&t=99")).toEqual({ startAt: 50_000, isBeyondEnd: true });
  expect(of("")).toEqual({ startAt: 0, isBeyondEnd: false });
});
