import { expect, test } from "vitest";
import { bareLine } from "#tests/helpers/exported-line.ts";
import { placeHistory } from "../history/place.ts";
import { readHistoryFile } from "../history/read-history-file.ts";
import type { ExportedLine, ExportedSet } from "./exported.ts";
import { toTracklistCsv, toTracklistCue, toTracklistText } from "./files.ts";

const startsAt = Date.UTC(2026, 10, 23, 22, 50);
const endsAt = startsAt + 3 * 3_600_000;
const set: ExportedSet = {
  id: "s1",
  name: 'Late "Shift" - Part 2',
  performer: "Ada",
  stage: "Cellar; Upstairs",
  clock: [{ position: 0, at: startsAt }],
  startsAt,
  endsAt,
  service: "cue.example",
};

const names = [
  ["Nora Vale", "Amber Room"],
  ['Kofi "K" Mensah', 'Say "Yes"'],
  ["Lou; Reed", "Walk, Don't Run"],
  ["Ana & Bo, Céleste feat. 東京", "Rain (Dub Mix)"],
  ["=SUM(A1)", "@home"],
  ["-M-", "'=odd"],
  ["AC/DC", "One - Two – Three"],
  ["808 State", "Cubik 4:20"],
  ["Мира", "Снег [VIP]"],
  ["", "Only a Title"],
  ["112", "99. Posse"],
] as const;

const lines = names.map(
  ([artist, title], index): ExportedLine => ({
    ...bareLine,
    id: `l${index}`,
    order: index + 1,
    // The last begins after two hours and a half.
    startsAt: startsAt + index * 900_000,
    endsAt: startsAt + index * 900_000 + 600_000,
    artist,
    title,
    source: "performer",
  }),
);

const view = {
  set: "s1",
  lines: lines.map(({ artist, title, startsAt: start, endsAt: end }) => ({
    track: { artist, title },
    start,
    end,
  })),
};
const replay = {
  startTime: startsAt,
  tracks: lines.map(({ artist, title, startsAt: at }) => ({ artist, title, start: at - startsAt })),
};
const files = {
  csv: toTracklistCsv(set, lines),
  cue: toTracklistCue(set, lines, "set.mp3"),
  txt: toTracklistText(set, lines),
  json: JSON.stringify(view),
  "replay.json": JSON.stringify(replay),
};

test.each(Object.entries(files))("the %s that is exported is read back whole", (ending, text) => {
  const file = readHistoryFile(new TextEncoder().encode(text), `Ada - Late.${ending}`);
  const { placed, leftOut } = placeHistory(file, { startsAt, endsAt, lines: [], clock: set.clock });
  expect(placed.map(({ entry, startsAt: at }) => [entry.artist, entry.title, at - startsAt])).toEqual(
    lines.map(({ artist, title, startsAt: at }) => [artist, title, at - startsAt]),
  );
  expect([leftOut, file.leftOut]).toEqual([[], 0]);
  // A text begins with what set it is.
  expect(file.unread).toHaveLength(ending === "txt" ? 2 : 0);
});

test("a hidden line is no track of the name ID when it is read back", () => {
  const hidden = { ...lines[1]!, artist: "ID", title: "ID" };
  for (const text of [
    toTracklistCsv(set, [lines[0]!, hidden]),
    toTracklistText(set, [lines[0]!, hidden, lines[2]!]),
  ]) {
    const file = readHistoryFile(new TextEncoder().encode(text), "list.txt");
    const { placed, leftOut } = placeHistory(file, { startsAt, endsAt, lines: [], clock: set.clock });
    expect(placed.map(({ entry }) => entry.artist)).not.toContain("ID");
    expect(leftOut.map(({ reason }) => reason)).toEqual(["The file does not name it."]);
    expect(placed[0]?.endsAt).toBeLessThanOrEqual(hidden.startsAt);
  }
});

test("a table that a spreadsheet has saved again reads the same", () => {
  const rows = names
    .slice(0, 3)
    .map(([artist, title]) => `"${artist.replaceAll('"', '""')}";"${title.replaceAll('"', '""')}"`);
  for (const head of [
    "sep=;\r\nArtist;Title",
    "\uFEFFArtist;Title",
    '"sep=;"\r\n\uFEFFArtist;Title',
    "My set\r\n\r\nArtist;Title",
  ]) {
    const { entries } = readHistoryFile(new TextEncoder().encode([head, ...rows].join("\r\n")), "list.csv");
    expect(entries.map(({ artist, title }) => [artist, title])).toEqual(names.slice(0, 3));
  }
});
