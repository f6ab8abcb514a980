/** Databases as Serato DJ 4 and Engine DJ make them, by SQLite itself. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { atOf, type HistoryFixture, nameOf, night, preListened, times } from "./night.ts";

/** The file that these statements make. */
export function makeDatabase(fill: (db: DatabaseSync) => void): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), "history-"));
  try {
    const db = new DatabaseSync(path.join(folder, "file.db"));
    // The tests wait for no disk.
    db.exec("pragma synchronous = off; pragma journal_mode = off");
    fill(db);
    db.close();
    return new Uint8Array(readFileSync(path.join(folder, "file.db")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface SeratoOptions {
  pragmas?: string;
  timesPerSecond?: number;
  /** Appended to names, so that rows need overflow pages. */
  comment?: string;
  withUnplayed?: boolean;
  before?: number;
}

function serato({
  pragmas = "",
  timesPerSecond = 1,
  comment = "",
  withUnplayed = false,
  before = 0,
}: SeratoOptions) {
  return makeDatabase((db) => {
    db.exec(`${pragmas};
      create table history_session (id integer primary key, name text, start_time integer not null, end_time integer);
      create table "history_entry" (
        id integer primary key, session_id integer not null references history_session(id), comment text,
        "name" text, artist TEXT, album text, [label] text, composer text, genre text default (upper('x, y')),
        bpm real, key text, file_name text, start_time integer, end_time integer, played integer, deck text,
        length_ms integer, constraint one unique (session_id, id), check (id > 0));
      create index history_entry_start on history_entry (start_time);
      insert into history_session values (1, 'Friday', 1, null)`);
    const insert = db.prepare(`insert into history_entry
      (session_id, comment, name, artist, album, label, composer, bpm, start_time, end_time, played, length_ms)
      values (1, ?, ?, ?, ?, ?, ?, 124.5, ?, ?, ?, ?)`);
    for (let index = 0; index < before; index++)
      insert.run("", `Earlier ${index}`, "Someone", "", "", "", 1_700_000_000 + index, 1_700_000_060, 1, 1);
    for (const track of withUnplayed ? [preListened, ...night] : night) {
      const at = (atOf(track) / 1_000) * timesPerSecond;
      const { title, artist, album, label, composer, isPlayed, length } = track;
      const ends = at + 300 * timesPerSecond;
      insert.run(comment, title, artist, album, label, composer, at, ends, isPlayed ? 1 : 0, length * 1_000);
    }
  });
}

function engine({ pragmas = "", library = 0, timesPerSecond = 1 }): Uint8Array {
  return makeDatabase((db) => {
    db.exec(`${pragmas};
      create table Track (id integer primary key autoincrement, playOrder integer, length integer, bpm integer,
        path text, filename text, title text, artist text, album text, label text, composer text,
        isAnalyzed boolean, albumArt blob, unique (path));
      create table Historylist (id integer primary key autoincrement, sessionId integer, title text,
        startTime datetime, timezone text, isDeleted boolean);
      create table HistorylistEntity (id integer primary key autoincrement, listId integer, trackId integer,
        startTime datetime, foreign key (listId) references Historylist (id) on delete cascade);
      insert into Historylist values (1, 1, 'Friday', 1, 'Europe/Vienna', 0)`);
    const addTrack = db.prepare(
      "insert into Track (length, path, filename, title, artist, label, composer) values (?, ?, ?, ?, ?, ?, ?)",
    );
    const play = db.prepare("insert into HistorylistEntity (listId, trackId, startTime) values (1, ?, ?)");
    for (let index = 0; index < library; index++)
      addTrack.run(200, `a/${index}`, `${index}.mp3`, `Other ${index}`, "Someone", null, null);
    for (const track of night) {
      const file = `${nameOf(track)}.flac`;
      const { length, title, artist, label, composer } = track;
      const { lastInsertRowid } = addTrack.run(length, `Music/${file}`, file, title, artist, label, composer);
      play.run(Number(lastInsertRowid), (atOf(track) / 1_000) * timesPerSecond);
    }
  });
}

const ofSerato = (
  about: string,
  options: SeratoOptions,
  rest: Partial<HistoryFixture> = {},
): HistoryFixture => ({
  about,
  name: "master.sqlite",
  bytes: serato(options),
  format: "serato-sqlite",
  clock: "utc",
  times,
  ...rest,
});
const ofEngine = (about: string, options: Parameters<typeof engine>[0]): HistoryFixture => ({
  about,
  name: "hm.db",
  bytes: engine(options),
  format: "engine-sqlite",
  clock: "utc",
  times,
});

export const databases = (): HistoryFixture[] => [
  ofSerato("in seconds", {}),
  ofSerato("in milliseconds", { timesPerSecond: 1_000 }),
  ofSerato("in UTF-16", { pragmas: "pragma encoding = 'UTF-16le'" }),
  ofSerato("in UTF-16 of the other order", { pragmas: "pragma encoding = 'UTF-16be'" }, { name: "history" }),
  ofSerato("with tracks that were only loaded", { withUnplayed: true }),
  ofSerato("with small pages, and rows on several of them", {
    pragmas: "pragma page_size = 512",
    comment: "long ".repeat(400),
  }),
  ofEngine("in seconds", {}),
  ofEngine("in milliseconds", { timesPerSecond: 1_000 }),
  ofEngine("with a library of many pages", { pragmas: "pragma page_size = 1024", library: 3_000 }),
];

/** More rows than are read: the latest are those of the night. */
export const longSerato = () => serato({ before: 6_000 });
