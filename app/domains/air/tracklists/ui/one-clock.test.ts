/** The rule: every time of a recorded set is on the recording's clock. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { bareLine } from "#tests/helpers/exported-line.ts";
import type { ReplayDetailsView, ReplayTrackView } from "../../replays/contract.ts";
import { listedTracks } from "../../replays/listed-tracks.ts";
import { gapsIn } from "../../replays/timeline.ts";
import { ReplayTracklist } from "../../replays/ui/replay-tracklist.tsx";
import { heatMap, spansOf } from "../../sets/heat-map.ts";
import { HeatMap } from "../../sets/ui/heat-map.tsx";
import { SetTracklist } from "../../sets/ui/set-tracklist.tsx";
import type { TracklistLine } from "../contract/tracklists.ts";
import type { ExportedSet } from "../export/exported.ts";
import { toTracklistCsv, toTracklistCue, toTracklistText } from "../export/files.ts";
import { coverText, spanText } from "./texts.ts";

// The set was to start at noon. Its performer was on air two minutes before, and off it for 90 s in its fifth minute.
const noon = Date.UTC(2026, 10, 23, 12);
const at = (seconds: number) => noon + seconds * 1_000;
const clock = [
  { position: 0, at: at(-120) },
  { position: 300_000, at: at(270) },
];
const starts = [-120, -100, -72, 48, 290];
const shown = ["0:00", "0:20", "0:48", "2:48", "5:20"];
const endTime = at(510);

const tracks = starts.map((seconds) => ({
  id: `p${seconds}`,
  timestamp: at(seconds),
  favoriteCount: 0,
  cheerCount: 0,
  track: { id: null, artist: "Ana", title: `At ${seconds}` },
}));
const lines = starts.map(
  (seconds, index) =>
    ({
      id: `p${seconds}`,
      start: at(seconds),
      end: at(starts[index + 1] ?? 510),
      track: null,
    }) as unknown as TracklistLine,
);

// What plays needs the player of the whole page.
vi.mock("../../replays/ui/use-replay-player.ts", () => ({ useReplayPlayer: () => ({ isIdle: true }) }));

const render = (element: React.ReactElement) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, element));
const textOf = (element: React.ReactElement) => render(element).replace(/<[^>]*>/g, " ");

test("the pages of a set, its live dashboard, editor, replay and files give each track the same time", () => {
  const list = textOf(createElement(SetTracklist, { tracks, clock, map: null }));
  const live = textOf(createElement(SetTracklist, { tracks, clock, map: null, isLive: true }));
  const times = (text: string) => text.match(/\b\d+:\d\d\b/g) ?? [];
  expect(times(list)).toEqual(shown);
  expect(times(live)).toEqual(shown.toReversed());
  expect(lines.map((line) => spanText(line, clock))).toEqual([
    "0:00–0:20",
    "0:20–0:48",
    "0:48–2:48",
    "2:48–5:20",
    "5:20–9:00",
  ]);

  const replay = {
    startTime: at(-120),
    duration: 540_000,
    gaps: gapsIn(clock),
    tracks: [] as ReplayTrackView[],
  };
  const listed = listedTracks(replay as Pick<ReplayDetailsView, keyof typeof replay>, lines);
  expect(listed.map(({ start }) => clockOffset(start))).toEqual(shown);

  const set: ExportedSet = {
    id: "s1",
    name: "Lunch",
    performer: "Ada",
    stage: null,
    clock,
    startsAt: at(-120),
    endsAt: endTime,
    service: "cue.example",
  };
  const exported = starts.map((seconds) => ({ ...bareLine, startsAt: at(seconds) }));
  expect(times(toTracklistText(set, exported))).toEqual(shown);
  expect(toTracklistCue(set, exported, "ada.mp3").match(/INDEX 01 \d\d:\d\d/g)).toEqual(
    shown.map((time) => `INDEX 01 0${time}`),
  );
  const rows = toTracklistCsv(set, exported).split("\r\n").slice(1, -1);
  expect(rows.map((row) => row.split(",")[3])).toEqual(shown);
});

test("a button that plays from a track says that track's time", () => {
  const replay = { set: "s1", performer: null, startTime: at(-120), gaps: gapsIn(clock) };
  const entry = { id: "p48", start: 168_000, end: null, track: { id: "t", artist: "Ana", title: "At 48" } };
  const numbers = { listenCount: null, favoriteCount: null, cheerCount: null };
  const list = createElement(ReplayTracklist, {
    replay: replay as unknown as ReplayDetailsView,
    tracks: [{ ...entry, ...numbers }],
    cue: { at: 0, set: () => {} },
    viewerId: null,
    suggest: undefined,
    heatOf: () => null,
  });
  expect(render(list)).toContain('aria-label="Play At 48 from 2:48"');
});

test("the length of what was heard and the cheers are on the same clock", () => {
  expect(coverText({ heardMs: 540_000, namedMs: 200_000, clock, endTime }, at(9_000))).toBe(
    "Heard 9 of 9 min, named 3.",
  );
  expect(coverText({ heardMs: 60_000, namedMs: 0, clock, endTime: null }, at(0))).toBe(
    "Heard 1 of 2 min, named 0.",
  );
  const map = heatMap(spansOf(tracks, { id: "s1", startTime: at(-120) }, endTime), [at(300)]);
  const figure = render(createElement(HeatMap, { map, clock }));
  expect(figure).toContain("The hottest moment started 5 min in");
  expect(figure).toMatch(/>0:00<.*>9:00</s);
});
