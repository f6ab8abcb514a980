/** One set, as six programs write it. */
import { expect, test } from "vitest";
import { historyFixtures } from "#tests/helpers/history-files/index.ts";
import { firstAt, nameOf, night, offsets } from "#tests/helpers/history-files/night.ts";
import type { HistoryFormat } from "./history-file.ts";
import { placeHistory } from "./place.ts";
import { readHistoryFile } from "./read-history-file.ts";

const fixtures = historyFixtures();
const programs: readonly (readonly [string, HistoryFormat, string])[] = [
  ["Serato", "serato-session", "with played flags"],
  ["Traktor", "traktor-nml", "with its collection"],
  ["rekordbox", "cue", "of rekordbox, in hours"],
  ["VirtualDJ", "virtualdj-m3u", "with seconds"],
  ["Mixxx", "csv", "of Mixxx"],
  ["Engine DJ", "engine-sqlite", ""],
  ["Audacity", "audacity-labels", "with regions"],
  ["a person", "text", "with numbers and times"],
];

test.each(programs)("the tracklist of a set reads the same when %s has written it", (_, format, about) => {
  const found = fixtures.find((each) => each.format === format && each.about.startsWith(about));
  if (found === undefined) throw new Error("there is no such file");
  const file = readHistoryFile(found.bytes, found.name);
  const clock = [{ position: 0, at: firstAt }];
  const set = { startsAt: firstAt, endsAt: firstAt + 45 * 60_000, lines: [], clock, timeZone: "UTC" };
  const { placed, leftOut } = placeHistory(file, set);
  expect(
    placed.map(({ entry, startsAt }) => [nameOf({ ...night[0]!, ...entry }), startsAt - firstAt]),
  ).toEqual(night.map((track, index) => [nameOf(track), offsets[index]]));
  expect([leftOut, file.unread]).toEqual([[], []]);
});
