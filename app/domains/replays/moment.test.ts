import { expect, test } from "vitest";
import { trackAt } from "#app/domains/replays/track-at.ts";
import { heardCount, momentAddress, momentIn, momentInWords, passedCount, startIn } from "./moment.ts";

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

test("a moment is told with its time and its track", () => {
  expect(momentInWords(754_900, 7_100_000, tracks[0]?.track ?? null)).toBe(
    "12:34 of 1:58:20, Nina Simone – Sinnerman",
  );
  expect(momentInWords(600_000, hour, tracks[1]?.track ?? null)).toBe(
    "10:00 of 1:00:00, No artist – No title",
  );
  expect(momentInWords(0, hour, null)).toBe("0:00 of 1:00:00");
});

test("an address leads to its second, and never beyond the end", () => {
  const of = (query: string) => momentIn(new URLSearchParams(query), hour);
  expect(of("t=754")).toBe(754_000);
  expect(of("t=99999")).toBe(hour);
  expect(["", "t=", "t=-5", "t=1e3", "t=abc", "t=99999999999"].map(of)).toEqual([0, 0, 0, 0, 0, 0]);
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
  expect(startIn(new URLSearchParams("play=p1&t=5"), replay)).toBe(12_000);
  expect(startIn(new URLSearchParams("play=gone&t=5"), replay)).toBe(5_000);
  expect(startIn(new URLSearchParams(), replay)).toBe(0);
});
