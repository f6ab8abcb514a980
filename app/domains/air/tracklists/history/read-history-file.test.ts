import { expect, test } from "vitest";
import { databases, longSerato, makeDatabase } from "#tests/helpers/history-files/databases.ts";
import { historyFixtures } from "#tests/helpers/history-files/index.ts";
import { nameOf, night, utf8, utf16le } from "#tests/helpers/history-files/night.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { historyFormats, named, UnreadableHistory } from "./history-file.ts";
import { readHistoryFile } from "./read-history-file.ts";
import { toCsv } from "./to-csv.ts";
import { words } from "./words.ts";

const fixtures = historyFixtures();

test("there are forty files or more, of every format", () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(40);
  expect(new Set(fixtures.map(({ format }) => format))).toEqual(new Set(historyFormats));
});

test.each(fixtures)("$format $about", ({ bytes, name, format, clock, times, isRelative, names }) => {
  const file = readHistoryFile(bytes, name);
  expect({ format: file.format, clock: file.clock }).toEqual({ format, clock });
  expect(file.entries.map(({ artist, title }) => `${artist} - ${title}`)).toEqual(names ?? night.map(nameOf));
  const read = file.entries.map(({ startedAt, offsetMs }) => (isRelative ? offsetMs : startedAt));
  expect(read).toEqual(times ?? read.map(() => null));
});

test("a database is sent as a table that says the same", () => {
  for (const { bytes, name } of databases()) {
    const { clock, entries } = readHistoryFile(bytes, name);
    const again = readHistoryFile(utf8(toCsv({ clock, entries })), name);
    expect(again).toMatchObject({ clock, entries });
  }
});

test("a table of one's own keeps names that look like formulas, and those that begin with an apostrophe", () => {
  const entries = ["=SUM(A1)", "-M-", "'=odd", "''@", "'til"].map((title) => named("+Plus", title));
  const again = readHistoryFile(utf8(toCsv({ clock: null, entries })), "night.csv");
  expect(again.entries.map(({ artist, title }) => [artist, title])).toEqual(
    entries.map(({ artist, title }) => [artist, title]),
  );
});

test("of a history of years, the latest plays are read", () => {
  const { entries } = readHistoryFile(longSerato(), "master.sqlite");
  expect(entries).toHaveLength(5_000);
  expect(entries.slice(-8).map(({ title }) => title)).toEqual(night.map(({ title }) => title));
});

test("what the file knows of a recording is read", () => {
  const found = (format: string) => fixtures.filter((each) => each.format === format);
  const [session, csv] = [found("serato-session")[0], found("csv")[3]];
  const first = ({ bytes, name }: { bytes: Uint8Array; name: string }) =>
    readHistoryFile(bytes, name).entries[0];
  expect(session && first(session)).toMatchObject({
    album: "Album 0",
    label: "Night Bus Records",
    composer: "Writer 0",
    playedMs: 330_000,
    durationMs: 240_210,
  });
  expect(csv && first(csv)).toMatchObject({ isrc: "DEA122600000" });
});

const text = (content: string) => utf8(content);
test.each([
  ["nothing", new Uint8Array(), "x.txt", words.empty],
  ["zeros", new Uint8Array(5_000), "x.session", words.empty],
  [
    "rekordbox's encrypted database",
    new Uint8Array(4_096).map((_, at) => (at * 97 + 13) % 251),
    "master.db",
    words.encrypted,
  ],
  ["a song", text("ID3\u0003 and so on"), "song.mp3", words.audio],
  ["an archive", text("PK\u0003\u0004 and so on"), "history.zip", words.archive],
  ["a document", text("PK\u0003\u0004 and so on"), "list.docx", words.document],
  [
    "rekordbox's collection",
    text('<?xml version="1.0"?><DJ_PLAYLISTS Version="1.0.0">'),
    "rekordbox.xml",
    words.rekordboxXml,
  ],
  [
    "Traktor's collection",
    text("<NML><COLLECTION></COLLECTION></NML>"),
    "collection.nml",
    words.noHistoryInNml,
  ],
  ["another database", makeDatabase((db) => db.exec("create table a (b)")), "library.db", words.database],
  ["a letter", text("Dear Ana,\nplease find below\nnothing at all.\n"), "letter.txt", words.unknown],
  ["columns that no one knows", utf16le("#\tKansi\tOtsikko\r\n1\t\tBussi\r\n"), "h.txt", words.columns],
  ["only a heading", utf16le("#\tTrack Title\tArtist\r\n"), "h.txt", words.noTracks],
] as const)("%s is refused with what to do instead", (_, bytes, name, message) => {
  expect(() => readHistoryFile(bytes, name)).toThrow(new UnreadableHistory(message));
});

/** Mulberry32: the same bytes in every run. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Share of the damage that is tried outside a sweep. */
const share = isSweep ? 1 : 0.2;

test("damaged files are read or refused, and nothing else happens", { timeout: 120_000 }, () => {
  const random = randomOf(7);
  const read = (bytes: Uint8Array, name: string) => {
    try {
      expect(readHistoryFile(bytes, name).entries.length).toBeLessThanOrEqual(5_000);
    } catch (error) {
      if (!(error instanceof UnreadableHistory)) throw error;
    }
  };
  for (const { bytes, name } of fixtures) {
    const isLarge = bytes.length > 100_000;
    for (let round = 0; round < (isLarge ? 10 : 40) * share; round++) {
      read(bytes.slice(0, Math.floor(random() * bytes.length)), name);
      const flipped = bytes.slice();
      // Damage at the beginning, where sizes and places are, does most.
      const reach = round % 2 === 0 ? bytes.length : Math.min(bytes.length, 400);
      for (let count = 0; count < 1 + round; count++)
        flipped[Math.floor(random() * reach)] = Math.floor(random() * 256);
      read(flipped, name);
    }
  }
});

test("a list that never ends is read up to its limits", () => {
  const line = "Someone - Something long\n";
  expect(readHistoryFile(utf8(line.repeat(100_000)), "x.txt").entries).toHaveLength(5_000);
  expect(() => readHistoryFile(utf8(`<NML ${'a="'.repeat(200_000)}`), "x.nml")).toThrow(UnreadableHistory);
  expect(() => readHistoryFile(utf8(`Title,Artist\n${'"'.repeat(400_000)}`), "x.csv")).not.toThrow(TypeError);
});
