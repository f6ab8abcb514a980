import { expect, test } from "vitest";
import { bareLine } from "#tests/helpers/exported-line.ts";
import { type ExportedLine, type ExportedSet, withoutName } from "./exported.ts";
import { toTracklistCsv, toTracklistCue, toTracklistText } from "./files.ts";

const startsAt = Date.UTC(2026, 10, 23, 23, 50);
const set: ExportedSet = {
  id: "s1",
  name: 'Late "Shift"',
  performer: "Ada",
  stage: "Cellar",
  clock: [{ position: 0, at: startsAt }],
  startsAt,
  endsAt: null,
  service: "cue.example",
};

const line = (seconds: number, artist: string, title: string, change: Partial<ExportedLine> = {}) => ({
  ...bareLine,
  id: `l${seconds}`,
  startsAt: startsAt + seconds * 1_000,
  endsAt: startsAt + (seconds + 300) * 1_000,
  artist,
  title,
  ...change,
});

test("a table has each line over midnight, and no end where there is none", () => {
  const record = { album: "Last Stop", label: "Night Bus", catalogueNumber: "NB 1", isrc: "DEA123400001" };
  const last = { order: 2, endsAt: null, composer: "=N", listeners: 3, ...record };
  expect(toTracklistCsv(set, [line(-5, "Ana", 'Say "Yes"'), line(3_900, "Bo", "@a\r\nb\tc", last)])).toBe(
    [
      "order,start,end,offset,artist,title,album,label,catalogue number,isrc,composer,source,confidence,listeners",
      '1,2026-11-23T23:49:55.000Z,2026-11-23T23:54:55.000Z,0:00,Ana,"Say ""Yes""",,,,,,encoder,named,',
      "2,2026-11-24T00:55:00.000Z,,1:05:00,Bo,'@a b c,Last Stop,Night Bus,NB 1,DEA123400001,'=N,encoder,named,3",
      "",
    ].join("\r\n"),
  );
});

test("a text has a line for each, and says once what is called by its performer's name", () => {
  const lines = [line(0, "Ana", "One\nTwo"), line(3_900, "", "")];
  expect(toTracklistText(set, lines)).toBe(
    'Late "Shift" – Ada\nCellar · 2026-11-23\n\n0:00 Ana – One Two\n1:05:00 No artist – No title\n',
  );
  expect(toTracklistText({ ...set, name: "Ada", stage: null }, [])).toBe("Ada\n2026-11-23\n\n");
});

test("a CUE sheet has codes where they are known, quotes nothing twice and ends at 99 tracks", () => {
  const lines = [line(61, 'A"na', "One", { isrc: "DEA123400001" }), line(6_000, "Bo", "Two\nlines")];
  expect(toTracklistCue(set, lines, "ada.mp3").split("\r\n")).toEqual([
    'PERFORMER "Ada"',
    "TITLE \"Late 'Shift'\"",
    'FILE "ada.mp3" MP3',
    "  TRACK 01 AUDIO",
    '    TITLE "One"',
    '    PERFORMER "A\'na"',
    '    REM FULL_PERFORMER A"na',
    "    ISRC DEA123400001",
    "    INDEX 01 01:01:00",
    "  TRACK 02 AUDIO",
    '    TITLE "Two lines"',
    '    PERFORMER "Bo"',
    "    INDEX 01 100:00:00",
    "",
  ]);
  const many = Array.from({ length: 130 }, (_, index) => line(index * 60, "A", String(index)));
  const sheet = toTracklistCue(set, many, "ada.mp3");
  expect(sheet.match(/TRACK \d+ AUDIO/g)).toHaveLength(99);
  expect(sheet).toContain("REM Tracks left out: 31 (a CUE sheet has at most 99)");
  expect(sheet.match(/TRACK \d{3,}/)).toBeNull();
});

test("a hidden line says nothing of what it was", () => {
  const known = {
    album: "Secret album",
    label: "Secret label",
    labelCode: "LC 09999",
    catalogueNumber: "SECRET 1",
    isrc: "DESEC2400001",
    composer: "Secret composer",
    publisher: "Secret publisher",
    durationMs: 1_234_567,
    isOwn: true,
  };
  const hidden = withoutName(line(60, "Secret artist", "Secret title", known));
  const files = [toTracklistCsv, toTracklistText].map((write) => write(set, [hidden]));
  const all = [...files, toTracklistCue(set, [hidden], "x.mp3"), JSON.stringify(hidden)].join("\n");
  expect(all).not.toMatch(/secret|DESEC|09999|1234567|"isOwn":true/i);
  expect(files[1]).toContain("1:00 ID – ID");
});
