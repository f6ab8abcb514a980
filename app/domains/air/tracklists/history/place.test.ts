import { expect, test } from "vitest";
import { historyFixtures } from "#tests/helpers/history-files/index.ts";
import { firstAt, night, offsets } from "#tests/helpers/history-files/night.ts";
import { type RecordingClock, timeIn } from "../../replays/recording-clock.ts";
import type { EvidenceKind, Line } from "../evidence.ts";
import { type HistoryEntry, type HistoryFile, named } from "./history-file.ts";
import { placeHistory } from "./place.ts";
import { type Placement, reasons } from "./placement.ts";
import { readHistoryFile } from "./read-history-file.ts";

const minMs = 60_000;
const hourMs = 60 * minMs;

function line(track: { artist: string; title: string }, startsAt: number, kind: EvidenceKind = "ear"): Line {
  return {
    id: `${track.title} ${startsAt}`,
    plays: [],
    trackId: track.title,
    artist: track.artist,
    title: track.title,
    startsAt,
    endsAt: startsAt + 5 * minMs,
    source: kind,
    kinds: [kind],
    namedBy: [],
    confidence: "named",
    isConfirmed: false,
    isOwn: false,
    hiddenUntil: null,
    isSample: false,
    isContradicted: false,
    isAnothers: false,
    versions: [],
    suggestions: [],
  };
}

/** The night on air: its tracks begin where the true clock says. */
const clock: RecordingClock = [{ position: 0, at: firstAt }];
const set = { startsAt: firstAt, endsAt: firstAt + 45 * minMs, lines: [] as Line[], clock };
const truth = offsets.map((from) => firstAt + from);
const heard = (indexes: readonly number[], kind?: EvidenceKind) =>
  indexes.map((index) => line(night[index] ?? { artist: "", title: "" }, truth[index] ?? 0, kind));
const startsOf = ({ placed }: Placement) => placed.map(({ startsAt }) => startsAt);
const expectNear = (starts: readonly number[], expected: readonly number[], ms: number) => {
  expect(starts).toHaveLength(expected.length);
  for (const [index, at] of starts.entries())
    expect(Math.abs(at - (expected[index] ?? 0)), `track ${index}`).toBeLessThanOrEqual(ms);
};

function timed(clock: HistoryFile["clock"], shiftMs: number, from: readonly number[] = offsets): HistoryFile {
  const entries = from.map((offset, index): HistoryEntry => {
    const { artist, title, length } = night[index % night.length] ?? { artist: "", title: "", length: 0 };
    return { ...named(artist, title), startedAt: firstAt + offset + shiftMs, durationMs: length * 1_000 };
  });
  return { format: "traktor-nml", clock, entries, leftOut: 0, unread: [] };
}

const hasSeconds = ({ format, about }: { format: string; about: string }) =>
  !/times of day|times of the day|a time of day|tracklist\.txt/u.test(about) || format === "csv";

test.each(historyFixtures())("$format $about is laid onto the set by two lines", (fixture) => {
  if (fixture.names !== undefined && fixture.format !== "virtualdj-text") return;
  const placement = placeHistory(readHistoryFile(fixture.bytes, fixture.name), {
    ...set,
    lines: heard([1, 6]),
  });
  expect(placement.placed.map(({ entry }) => entry.title)).toEqual(night.map(({ title }) => title));
  // Files without seconds are as exact as they are; those without times lie between the two lines.
  const toleranceMs = fixture.times === null ? 100_000 : hasSeconds(fixture) ? 10_000 : minMs;
  expectNear(startsOf(placement), truth, toleranceMs);
});

test.each([
  ["right", 0],
  ["an hour ahead", hourMs],
  ["three minutes behind", -3 * minMs],
  ["in another zone", -7 * hourMs],
  ["a quarter hour and some minutes ahead", 5.75 * hourMs + 4 * minMs + 12_000],
])("a clock that is %s is found by the lines", (_, shiftMs) => {
  for (const clock of ["utc", "local"] as const) {
    const placement = placeHistory(timed(clock, shiftMs), { ...set, lines: heard([0, 3, 5]) });
    expectNear(startsOf(placement), truth, 10_000);
    expect(placement.offsetMs).toBeCloseTo(-shiftMs, -4);
  }
});

test("without lines, a file of just the set says what its clock is", () => {
  for (const shiftMs of [0, hourMs, -hourMs])
    expectNear(startsOf(placeHistory(timed("utc", shiftMs), set)), truth, 10_000);
  expectNear(startsOf(placeHistory(timed("local", 9.5 * hourMs), set)), truth, 10_000);
  expectNear(startsOf(placeHistory(timed("utc", -3 * minMs), set)), truth, minMs);
});

test("the zone of the performer's computer says it too, for a file of the whole night", () => {
  const wholeNight = Array.from({ length: 60 }, (_, index) => (index - 20) * 5 * minMs);
  const file = timed("local", hourMs, wholeNight);
  const { placed, leftOut, offsetMs } = placeHistory(file, { ...set, timeZone: "Europe/Berlin" });
  expect(offsetMs).toBe(0);
  expect(placed.map(({ startsAt }) => (startsAt - firstAt) / minMs)).toEqual([
    0, 5, 10, 15, 20, 25, 30, 35, 40,
  ]);
  expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(new Set([reasons.before, reasons.after]));
});

test("times from the start of a file are positions in the recording, unless its lines tell otherwise", () => {
  const breakMs = 5 * minMs;
  const broken: RecordingClock = [...clock, { position: 12 * minMs, at: firstAt + 12 * minMs + breakMs }];
  const entries = offsets.map((offsetMs, index) => ({
    ...named(night[index]?.artist ?? "", night[index]?.title ?? ""),
    offsetMs,
  }));
  const file: HistoryFile = { format: "cue", clock: "utc", entries, leftOut: 0, unread: [] };
  const span = { ...set, endsAt: set.endsAt + breakMs, clock: broken };
  const inRecording = offsets.map((offset) => timeIn(broken, offset));
  expect(startsOf(placeHistory(file, span))).toEqual(inRecording);
  const asRecorded = [1, 6].map((index) => line(night[index]!, inRecording[index]!));
  expectNear(startsOf(placeHistory(file, { ...span, lines: asRecorded })), inRecording, 1);
  // The performer's program went on while nothing was on air.
  expectNear(startsOf(placeHistory(file, { ...span, lines: heard([1, 2, 6, 7]) })), truth, 1);
});

test("a file of another day is left out, with a reason for each track", () => {
  const { placed, leftOut } = placeHistory(timed("utc", 3 * 24 * hourMs), set);
  expect(placed).toEqual([]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(night.map(() => reasons.after));
});

/** A night in Berlin in which clocks are changed at 1:00 UTC; its file has local times. */
function changedClocks(day: number, month: number, before: number, after: number) {
  const at = Date.UTC(2026, month, day, 0, 20);
  const change = Date.UTC(2026, month, day, 1);
  const from = Array.from({ length: 18 }, (_, index) => at + index * 5 * minMs + 4_000);
  const entries = from.map((instant, index) => ({
    ...named("Ana", `Song ${index}`),
    startedAt: instant + (instant < change ? before : after) * hourMs,
  }));
  const file: HistoryFile = { format: "traktor-nml", clock: "local", entries, leftOut: 0, unread: [] };
  return { file, from, span: { ...set, startsAt: at, endsAt: at + 90 * minMs } };
}

test.each([
  ["autumn", changedClocks(25, 9, 2, 1)],
  ["spring", changedClocks(29, 2, 1, 2)],
])(
  "a set across the change of clocks in %s is whole, with and without its zone",
  (_, { file, from, span }) => {
    expectNear(startsOf(placeHistory(file, { ...span, timeZone: "Europe/Berlin" })), from, 1);
    expectNear(startsOf(placeHistory(file, span)), from, 10_000);
    const lines = [2, 15].map((index) => line({ artist: "Ana", title: `Song ${index}` }, from[index] ?? 0));
    expectNear(startsOf(placeHistory(file, { ...span, lines })), from, 1);
  },
);

function orderOnly(count: number): HistoryFile {
  const entries = Array.from({ length: count }, (_, index) => ({
    ...named("Ana", `Song ${index}`),
    durationMs: index === 4 ? 10 * minMs : 5 * minMs,
  }));
  return { format: "rekordbox-text", clock: null, entries, leftOut: 0, unread: [] };
}

test("an order alone is laid between two lines by the lengths of its tracks", () => {
  const named = (index: number, min: number) =>
    line({ artist: "ANA", title: `Song ${index} (Original Mix)` }, firstAt + min * minMs, "encoder");
  const placement = placeHistory(orderOnly(9), { ...set, lines: [named(3, 12), named(6, 28)] });
  const min = startsOf(placement).map((at) => (at - firstAt) / minMs);
  expect(min).toEqual(
    [0, 4, 8, 12, 16, 24, 28, 33 + 2 / 3, 39 + 1 / 3].map((each) => expect.closeTo(each, 3)),
  );
  expect(placement.placed.map(({ isApproximate }) => isApproximate)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => index !== 3 && index !== 6),
  );
  expect(placement.placed[3]?.line?.id).toBe(named(3, 12).id);
});

test("an order of a whole night keeps what fits around the lines", () => {
  const lines = [30, 33].map((index) =>
    line({ artist: "Ana", title: `Song ${index}` }, firstAt + (index - 25) * 4 * minMs),
  );
  const { placed, leftOut } = placeHistory(orderOnly(80), { ...set, lines });
  expect(placed.length).toBeGreaterThan(10);
  expect(placed.every(({ startsAt }, index) => startsAt > (placed[index - 1]?.startsAt ?? 0))).toBe(true);
  expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(new Set([reasons.before, reasons.after]));
});

test("an order without any line fills the set, unless it is too long for it", () => {
  const starts = startsOf(placeHistory(orderOnly(8), set));
  expect([starts[0], starts.length]).toEqual([set.startsAt, 8]);
  const tooMany = placeHistory(orderOnly(80), set);
  expect([tooMany.placed.length, tooMany.leftOut[0]?.reason]).toEqual([0, reasons.tooMany]);
});

test("a track ends where the next begins, not long after it, and with the set", () => {
  const file = timed("utc", 0, [0, 300_000, 600_000]);
  const entries = file.entries.map((entry, index) => ({
    ...entry,
    playedMs: [330_000, 900_000, null][index] ?? null,
  }));
  const { placed } = placeHistory({ ...file, entries }, { ...set, endsAt: firstAt + 12 * minMs });
  expect(placed.map(({ endsAt }) => endsAt - firstAt)).toEqual([330_000, 690_000, 12 * minMs]);
});

test("a track that was already playing counts from the beginning of the set", () => {
  const { placed, leftOut } = placeHistory(timed("utc", 0), {
    ...set,
    startsAt: firstAt + 2 * minMs,
    lines: heard([3, 4]),
  });
  expect(placed[0]).toMatchObject({ startsAt: firstAt + 2 * minMs, entry: { title: night[0]?.title } });
  expect(leftOut).toEqual([]);
});

test("lines that only an earlier import made do not count", () => {
  const { offsetMs } = placeHistory(timed("utc", 0), {
    ...set,
    lines: heard([1, 2, 3], "history").map((each) => ({ ...each, startsAt: each.startsAt + hourMs })),
  });
  expect(offsetMs).toBe(0);
});
