/** The databases of Serato DJ from version 4 and of Engine DJ. Both may have years of nights. */
import {
  type HistoryEntry,
  type HistoryFile,
  maxEntries,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { splitFileName } from "./names.ts";
import { SqliteFile, type SqliteRow } from "./sqlite-file.ts";
import { words } from "./words.ts";

const secondMs = 1_000;

/** Throws `UnreadableHistory` for another database and for a damaged one. */
export function parseDatabase(bytes: Uint8Array): HistoryFile {
  try {
    const file = new SqliteFile(bytes);
    if (file.has("history_entry")) return parseSerato(file);
    if (file.has("HistorylistEntity")) return parseEngine(file);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableHistory(words.damaged);
    throw error;
  }
  throw new UnreadableHistory(words.database);
}

const seratoColumns = [
  "name",
  "artist",
  "album",
  "label",
  "composer",
  "isrc",
  "file_name",
  "start_time",
  "end_time",
  "played",
  "length_ms",
  "length_sec",
];

function parseSerato(file: SqliteFile): HistoryFile {
  const rows = latest(file.rows("history_entry", seratoColumns), "start_time");
  const isMarked = rows.some(({ played }) => played === 1);
  const played = rows.filter((row) => !isMarked || row.played === 1);
  const entries = played.map((row): HistoryEntry => {
    const startedAt = instantOf(row.start_time);
    const endedAt = instantOf(row.end_time);
    return {
      ...nameOf(row, textOf(row.name), textOf(row.file_name)),
      startedAt,
      playedMs: startedAt !== null && endedAt !== null && endedAt > startedAt ? endedAt - startedAt : null,
      durationMs: numberOf(row.length_ms) || numberOf(row.length_sec) * secondMs || undefined,
    };
  });
  return toHistoryFile("serato-sqlite", "utc", entries, { leftOut: rows.length - played.length });
}

function parseEngine(file: SqliteFile): HistoryFile {
  const rows = latest(file.rows("HistorylistEntity", ["trackid", "starttime"]), "starttime");
  const wanted = new Set(rows.map(({ trackid }) => trackid));
  const tracks = new Map<SqliteRow[string] | undefined, SqliteRow>();
  const columns = ["id", "title", "artist", "album", "label", "composer", "length", "filename", "path"];
  for (const track of file.rows("Track", columns))
    if (wanted.has(track.id ?? null)) tracks.set(track.id, track);
  const entries = rows.map((row): HistoryEntry => {
    const track = tracks.get(row.trackid) ?? {};
    return {
      ...nameOf(track, textOf(track.title), textOf(track.filename) || textOf(track.path)),
      startedAt: instantOf(row.starttime),
      playedMs: null,
      durationMs: numberOf(track.length) * secondMs || undefined,
    };
  });
  return toHistoryFile("engine-sqlite", "utc", entries);
}

function nameOf(row: SqliteRow, title: string, path: string): HistoryEntry {
  const artist = textOf(row.artist);
  const byFile = title === "" ? splitFileName(path) : { artist, title };
  return {
    ...named(artist || byFile.artist, byFile.title),
    album: textOf(row.album),
    label: textOf(row.label),
    composer: textOf(row.composer),
    isrc: textOf(row.isrc),
  };
}

/** The rows with the latest times, without holding all of them. */
function latest(rows: Iterable<SqliteRow>, column: string): SqliteRow[] {
  const byTime = (a: SqliteRow, b: SqliteRow) => numberOf(b[column]) - numberOf(a[column]);
  let kept: SqliteRow[] = [];
  for (const row of rows) {
    kept.push(row);
    if (kept.length >= 4 * maxEntries) kept = kept.toSorted(byTime).slice(0, maxEntries);
  }
  return kept.toSorted(byTime).slice(0, maxEntries).toReversed();
}

const textOf = (value: string | number | null | undefined) => String(value ?? "");
const numberOf = (value: string | number | null | undefined) => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) ? number : 0;
};

/** Unix seconds, or milliseconds where it is too large for seconds. */
function instantOf(value: string | number | null | undefined): number | null {
  const number = numberOf(value);
  if (number <= 0 || number > 1e14) return null;
  return Math.round(number > 1e11 ? number : number * secondMs);
}
