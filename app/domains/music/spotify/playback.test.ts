import { expect, test } from "vitest";
import { readPlayback } from "./playback.ts";

const [ours, other] = [{ uri: "spotify:track:ours" }, { uri: "spotify:track:other" }];
const state = (paused: boolean, position: number, current = ours, previous: (typeof ours)[] = []) => ({
  paused,
  position,
  track_window: { current_track: current, previous_tracks: previous },
});

test.each([
  ["nothing has sounded yet", null, null, "loading"],
  ["it is prepared", state(true, 0), null, "loading"],
  ["it sounds", state(false, 0), null, "playing"],
  ["it still sounds", state(false, 4_000), ours.uri, "playing"],
  ["it was paused", state(true, 4_000), ours.uri, "paused"],
  ["it was paused and taken to its start", state(true, 0), ours.uri, "paused"],
  ["it ended", state(true, 0, ours, [ours]), ours.uri, "finished"],
  ["Spotify goes on with another", state(false, 10, other, [ours]), ours.uri, "finished"],
  ["another device took over", null, ours.uri, "disconnected"],
] as const)("%s", (_, at, played, expected) => {
  expect(readPlayback(at, played)).toBe(expected);
});
