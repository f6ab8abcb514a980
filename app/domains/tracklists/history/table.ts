/** Lists with a column for each field: rekordbox's text, CSV of Mixxx, Serato and others, and Cue's own. */
import { type Column, findColumns } from "./columns.ts";
import {
  type HistoryClock,
  type HistoryEntry,
  type HistoryFile,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { splitFileName, splitName } from "./names.ts";
import { parseDateTime, parseLength, parseTimeOfDay } from "./time-texts.ts";
import { words } from "./words.ts";

const delimiters = ["\t", ";", ","] as const;
type Delimiter = (typeof delimiters)[number];
const maxRows = 20_000;
const maxCells = 200;
const dayMs = 86_400_000;

interface Heading {
  delimiter: Delimiter;
  places: Map<Column, number>;
  /** rekordbox begins each list with the number of the track. */
  isRekordbox: boolean;
}

/** The heading of a table in the first line, or null where it is none. */
export function findHeading(text: string): Heading | null {
  const line =
    text
      .trimStart()
      .slice(0, 8_000)
      .split(/[\r\n]/u, 1)[0] ?? "";
  for (const delimiter of delimiters) {
    const [header = []] = splitRows(line, delimiter);
    const places = findColumns(header);
    if (header.length > 1 && places.has("title"))
      return { delimiter, places, isRekordbox: delimiter === "\t" && header[0]?.trim() === "#" };
  }
  return null;
}

/** Whether a first line looks like the heading of rekordbox in a language that is not known. */
export const isForeignHeading = (text: string) => text.trimStart().startsWith("#\t");

export function parseTable(text: string, { delimiter, places, isRekordbox }: Heading): HistoryFile {
  const [, ...rows] = splitRows(text.trimStart(), delimiter);
  if (!places.has("artist") && !rows.some((row) => splitName(row[places.get("title") ?? 0] ?? "").isSplit))
    throw new UnreadableHistory(words.columns);
  const read: Timed[] = [];
  let day: number | null = null;
  for (const row of rows) {
    const cell = (column: Column) => row[places.get(column) ?? -1]?.trim() ?? "";
    // Serato begins each night with a row that has only its date as a name.
    const heading = cell("artist") === "" ? parseDateTime(cell("title")) : null;
    if (heading !== null) {
      day = heading.at - (heading.at % dayMs);
      continue;
    }
    const last: number | null = read.at(-1)?.entry.startedAt ?? null;
    const isPastMidnight = isNight(readRow(cell, day), last);
    if (day !== null && isPastMidnight) day += dayMs;
    read.push(readRow(cell, day));
  }
  return toHistoryFile(isRekordbox ? "rekordbox-text" : "csv", ...withClock(read), 0);
}

/** A night goes on under the heading of its evening. */
const isNight = ({ entry: { startedAt } }: Timed, last: number | null) =>
  startedAt !== null && last !== null && startedAt < last - dayMs / 2;

interface Timed {
  entry: HistoryEntry;
  clock: HistoryClock;
}

function readRow(cell: (column: Column) => string, day: number | null): Timed {
  const remix = cell("remix");
  const both =
    cell("artist") === "" ? splitName(cell("title")) : { artist: cell("artist"), title: cell("title") };
  const { artist, title } = both.artist === "" ? splitFileName(both.title) : both;
  const isNew = remix !== "" && !title.toLowerCase().includes(remix.toLowerCase());
  const { at, clock } = readTime(cell("startedAt"), cell("date"), day);
  const end = readTime(cell("endedAt"), cell("date"), day);
  const duration = parseLength(cell("duration"));
  const span = at !== null && end.at !== null && end.clock === clock ? end.at - at : 0;
  const entry: HistoryEntry = {
    ...named(artist, isNew && title !== "" ? `${title} (${remix})` : title),
    album: cell("album"),
    label: cell("label"),
    composer: cell("composer"),
    isrc: cell("isrc"),
    startedAt: at,
    offsetMs: parseLength(cell("offset")),
    playedMs: parseLength(cell("played")) || (span > 0 ? span : null),
    durationMs: duration || undefined,
  };
  return { entry, clock };
}

/** A time with its date, with that of another column or of the night's heading, or by itself. */
function readTime(
  text: string,
  date: string,
  day: number | null,
): { at: number | null; clock: HistoryClock } {
  const whole = parseDateTime(text);
  if (whole?.hasTime === true) return { at: whole.at, clock: whole.isUtc ? "utc" : "local" };
  const time = parseTimeOfDay(text) ?? parseTimeOfDay(date.slice(date.indexOf(" ") + 1));
  const on = parseDateTime(date.split(" ", 1)[0] ?? "")?.at ?? whole?.at ?? day;
  if (time === null) return { at: null, clock: null };
  return on === null ? { at: time.ms, clock: "time-of-day" } : { at: on + time.ms, clock: "local" };
}

/** The clock of most rows; times of another kind are left out. */
function withClock(read: readonly Timed[]): [HistoryClock, HistoryEntry[]] {
  const counts = (clock: HistoryClock) => read.filter((each) => each.clock === clock).length;
  const [most] = (["utc", "local", "time-of-day"] as const).toSorted((a, b) => counts(b) - counts(a));
  const clock = most !== undefined && counts(most) > 0 ? most : null;
  return [
    clock,
    read.map((each) => ({ ...each.entry, startedAt: each.clock === clock ? each.entry.startedAt : null })),
  ];
}

/** Cells in quotes may have delimiters, line breaks and doubled quotes. */
function splitRows(text: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.some((cell) => cell.trim() !== "")) rows.push(row);
    row = [];
  };
  while (at < text.length && rows.length < maxRows) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    if (row.length < maxCells) row.push(cell);
    if (text[end] !== delimiter) endRow();
    at = end + 1;
  }
  endRow();
  return rows;
}

function plainCell(text: string, at: number, delimiter: Delimiter): { cell: string; end: number } {
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { cell: text.slice(at, end), end };
}

/** A quote that nothing closes belongs to its cell like any letter. */
function quotedCell(text: string, at: number, delimiter: Delimiter): { cell: string; end: number } {
  const maxCell = 4_000;
  let cell = "";
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0 || quote - at > maxCell) return plainCell(text, at, delimiter);
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const rest = plainCell(text, quote + 1, delimiter);
      return { cell: cell + rest.cell, end: rest.end };
    }
    cell += '"';
    from = quote + 2;
  }
}
