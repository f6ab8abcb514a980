import { expect, test } from "vitest";
import { type ListedReplay, toChapters, toCsv, toCueSheet, toPlainText } from "./tracklist-files.ts";

const person = (username: string) => ({ id: "p1", _id: "p1", username, profile: null });
const entry = (start: number, artist: string, title: string, count: number | null = 3) => ({
  id: `play-${start}`,
  start,
  end: null,
  timestamp: 1_800_000_000_000 + start,
  source: "encoder" as const,
  confidence: "named" as const,
  listenCount: count,
  favoriteCount: count,
  cheerCount: count,
  track: { id: `track-${start}`, _id: `track-${start}`, artist, title, spotify: null },
});
const replay: ListedReplay = {
  name: 'Basement "tapes"',
  performer: person("Ada"),
  room: { id: "s1", name: "Cellar", thumbnail: null },
  startTime: Date.UTC(2026, 10, 20, 21),
  duration: 7_100_000,
  mp3: "/replay/r1.mp3",
  opus: "/replay/r1.opus",
  tracks: [
    entry(5_500, "Nina Simone", 'Say "Yes"'),
    entry(6_030_013, "", ""),
    entry(7_000_000, "A, B", "Two\nlines"),
  ],
};

test("a CUE sheet has each track at its minute, second and frame", () => {
  expect(toCueSheet(replay, "cue.mp3").split("\r\n")).toEqual([
    'PERFORMER "Ada"',
    "TITLE \"Basement 'tapes'\"",
    'FILE "cue.mp3" MP3',
    "  TRACK 01 AUDIO",
    "    TITLE \"Say 'Yes'\"",
    '    PERFORMER "Nina Simone"',
    '    REM FULL_TITLE Say "Yes"',
    "    INDEX 01 00:05:37",
    "  TRACK 02 AUDIO",
    '    TITLE "No title"',
    '    PERFORMER "No artist"',
    "    INDEX 01 100:30:00",
    "  TRACK 03 AUDIO",
    '    TITLE "Two lines"',
    '    PERFORMER "A, B"',
    "    INDEX 01 116:40:00",
    "",
  ]);
});

test("a CUE sheet has at most 99 tracks", () => {
  const tracks = Array.from({ length: 120 }, (_, at) => entry(at * 1_000, "A", String(at)));
  const sheet = toCueSheet({ ...replay, tracks }, "cue.mp3");
  expect(sheet.match(/TRACK \d+ AUDIO/g)).toHaveLength(99);
});

test("a table quotes as RFC 4180 says", () => {
  expect(toCsv(replay)).toBe(
    [
      "start,seconds,artist,title,listens,favorites,cheers",
      '0:05,5,Nina Simone,"Say ""Yes""",3,3,3',
      "1:40:30,6030,,,3,3,3",
      '1:56:40,7000,"A, B","Two\nlines",3,3,3',
      "",
    ].join("\r\n"),
  );
});

test("a table runs no formula, and leaves hidden numbers empty", () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", ' ="x"', "1+1", "–"];
  const rows = toCsv({ ...replay, tracks: texts.map((text, at) => entry(at, text, "t", null)) })
    .split("\r\n")
    .slice(1, -1);
  expect(rows).toEqual([
    "0:00,0,'=1+1,t,,,",
    "0:00,0,'+1,t,,,",
    "0:00,0,'-1,t,,,",
    "0:00,0,'@SUM(A1),t,,,",
    "0:00,0,'\t=1,t,,,",
    "0:00,0,'＝1,t,,,",
    `0:00,0,"' =""x""",t,,,`,
    "0:00,0,1+1,t,,,",
    "0:00,0,–,t,,,",
  ]);
});

test("the text says what it was, and each track in a line", () => {
  expect(toPlainText(replay)).toBe(
    [
      'Basement "tapes" – Ada',
      "Cellar · 2026-11-20 · 1:58:20",
      "",
      '0:05 Nina Simone – Say "Yes"',
      "1:40:30 No artist – No title",
      "1:56:40 A, B – Two lines",
      "",
    ].join("\n"),
  );
  expect(toPlainText({ ...replay, performer: null, room: null, name: "Radio", tracks: [] })).toBe(
    "Radio\n2026-11-20 · 1:58:20\n\n",
  );
});

test("chapters have their start and end in seconds", () => {
  expect(toChapters(replay)).toEqual({
    version: "1.2.0",
    title: 'Basement "tapes"',
    author: "Ada",
    chapters: [
      { startTime: 5.5, endTime: 6_030.013, title: 'Nina Simone – Say "Yes"' },
      { startTime: 6_030.013, endTime: 7_000, title: "No artist – No title" },
      { startTime: 7_000, endTime: 7_100, title: "A, B – Two lines" },
    ],
  });
});
