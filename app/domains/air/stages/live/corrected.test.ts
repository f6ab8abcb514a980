import { expect, test } from "vitest";
import { emptyState } from "#durable-objects/fan-out/empty-state.ts";
import type { PlayedTrack, RoomEvent, RoomState, TracksCorrected } from "./protocol.ts";
import { applyRoomEvent } from "./state.ts";

const track = (nr: number, change: Partial<PlayedTrack> = {}): PlayedTrack => ({
  mediaAt: nr * 10_000,
  track: `t${nr}`,
  trackHistory: `h${nr}`,
  title: `Title ${nr}`,
  artist: "A",
  ...change,
});
const added = (data: PlayedTrack): RoomEvent => ({ event: "new track", data, seq: 1, at: 1 });
const corrected = (data: Partial<TracksCorrected>): RoomEvent => ({
  event: "tracks corrected",
  data: { tracks: [], removed: [], ...data },
  seq: 1,
  at: 1,
});
const after = (...events: RoomEvent[]): RoomState =>
  [added(track(1)), added(track(2)), added(track(3)), ...events].reduce(
    applyRoomEvent,
    emptyState("stage", "s"),
  );
const titles = ({ currentTitle, earlierTracks }: RoomState) => [
  currentTitle,
  ...(earlierTracks ?? []).map(({ title }) => title),
];

test("the current track and earlier ones have their corrected names", () => {
  const tracks = [track(3, { title: "New", track: "t9" }), track(1, { title: "Old", source: "ear" })];
  const state = after(corrected({ tracks: [...tracks, track(7)] }));
  expect(titles(state)).toEqual(["New", "Title 2", "Old"]);
  expect(state).toMatchObject({ currentTrack: "t9", currentTrackHistory: "h3", currentTrackAt: 30_000 });
});

test("a hidden track keeps its play and its place, without its id", () => {
  const hidden = { track: null, title: "ID", artist: "ID" };
  const state = after(corrected({ tracks: [track(3, hidden)] }));
  expect(state).toMatchObject({ currentTrack: null, currentTrackHistory: "h3", currentTitle: "ID" });
  expect(titles(applyRoomEvent(state, added(track(4))))).toEqual(["Title 4", "ID", "Title 2", "Title 1"]);
});

test("without its current track a room has none, unless that is part of another one", () => {
  const removed = (into: string | null) => [{ trackHistory: "h3", into }];
  const none = after(corrected({ removed: removed(null) }));
  expect(titles(none)).toEqual([null, "Title 2", "Title 1"]);
  expect(none).toMatchObject({ currentTrack: null, currentTrackHistory: null, currentArtist: null });
  expect(titles(applyRoomEvent(none, added(track(3))))).toEqual(["Title 3", "Title 2", "Title 1"]);
  expect(titles(after(corrected({ tracks: [track(2)], removed: removed("h2") })))).toEqual([
    "Title 2",
    "Title 1",
  ]);
  const long = { tracks: [track(0)], removed: removed("h0") };
  expect(titles(after(corrected(long)))).toEqual(["Title 0", "Title 2", "Title 1"]);
  expect(titles(after(corrected({ removed: [{ trackHistory: "h2", into: "h1" }] })))).toEqual([
    "Title 3",
    "Title 1",
  ]);
});

test("a track that was added later takes its place among those before", () => {
  const between = track(5, { mediaAt: 15_000 });
  expect(titles(after(added(between)))).toEqual(["Title 3", "Title 2", "Title 5", "Title 1"]);
  expect(titles(after(added(track(2))))).toEqual(["Title 3", "Title 2", "Title 1"]);
});
