import { expect, test } from "vitest";
import type { TracklistLine } from "../tracklists/contract/tracklists.ts";
import type { ReplayTrackView } from "./contract.ts";
import { listedTracks } from "./listed-tracks.ts";

const startTime = 1_800_000_000_000;
const play = (id: string, start: number): ReplayTrackView => ({
  id,
  start,
  end: null,
  timestamp: startTime + start,
  source: "encoder",
  confidence: "named",
  listenCount: 3,
  favoriteCount: 2,
  cheerCount: 1,
  track: { id: `t-${id}`, _id: `t-${id}`, artist: "Ana", title: id, spotify: null },
});
const line = (id: string, start: number, more: Partial<TracklistLine> = {}): TracklistLine => ({
  id,
  track: null,
  possible: null,
  start: startTime + start,
  end: null,
  source: "ear",
  confidence: "possible",
  kinds: ["ear"],
  isConfirmed: false,
  isOwn: false,
  isHidden: false,
  isContradicted: false,
  isSample: false,
  hiddenUntil: null,
  versions: [],
  takesSuggestions: true,
  suggestions: [],
  ...more,
});
// 60 s of sound, then 30 s that are missing.
const replay = {
  startTime,
  duration: 600_000,
  gaps: [{ at: 60_000, duration: 30_000 }],
  tracks: [play("One", 0), play("Two", 120_000)],
};

test("without a tracklist the tracks are those of the replay", () => {
  expect(listedTracks(replay, null)).toBe(replay.tracks);
});

test("lines have the numbers of their plays, and a position in the sound that was kept", () => {
  const named = { id: "t", _id: "t", artist: "Bo", title: "Right", spotify: null };
  const rows = listedTracks(replay, [line("One", 0, { track: named }), line("span", 90_000 + 60_000)]);
  expect(rows).toMatchObject([
    { id: "One", start: 0, listenCount: 3, track: { title: "Right" } },
    { id: "span", start: 120_000, listenCount: null, track: null },
    // It has no evidence.
    { id: "Two", start: 120_000, track: { title: "Two" } },
  ]);
});

test("a moved line is where it was moved to, a hidden one is an ID, and what is beyond the end is left out", () => {
  const rows = listedTracks(replay, [
    line("Two", 30_000),
    line("One", 40_000, { isHidden: true }),
    line("late", 900_000),
  ]);
  expect(rows.map(({ id, start, track }) => [id, start, track?.title])).toEqual([
    ["Two", 30_000, undefined],
    ["One", 40_000, "ID"],
  ]);
});
