/** Lists with a column for each field: rekordbox's text, CSV of Mixxx, Serato and others, and Cue's own. */

import { isGuarded } from "#app/domains/base/text/csv.ts";
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

const delimiters = ["\t", ";", ",", "|"] as const;
type Delimiter = (typeof delimiters)[number];
const maxRows = 20_000;
const maxCells = 200;
const dayMs = 86_400_000;
/** Maximum number of lines above the heading, where programs write what list it is. */
const maxPreamble = 8;

interface Heading {
  delimiter: Delimiter;
  places: Map<Column, number>;
  /** rekordbox begins each list with the number of the track. */
  isRekordbox: boolean;
  /** Start of the rows below it. */
  rowsAt: number;
  /** The lines above it. */
  preamble: string[];
}

/** Excel's own line about the delimiter. */
const delimiterLine = /^"?sep=(.)"?$/iu;

/** The heading of a table in one of the first lines, or null where there is none. */
export function findHeading(text: string): Heading | null {
  const preamble: string[] = [];
  let at = 0;
  for (const whole of text.slice(0, 16_000).split(/(?<=\n|\r(?!\n))/u)) {
    at += whole.length;
    const line = whole.trim();
    if (line === "" || delimiterLine.test(line)) continue;
    const found = headingIn(whole, preamble.length > 0);
    if (found !== null) return { ...found, rowsAt: at, preamble };
    preamble.push(line);
    if (preamble.length > maxPreamble) return null;
  }
  return null;
}

/** Returns the heading in a line; below other lines, one column with a known name may be a name itself. */
function headingIn(line: string, isBelow: boolean): Omit<Heading, "rowsAt" | "preamble"> | null {
  for (const delimiter of delimiters) {
    const [header = []] = splitRows(line, delimiter);
    const places = findColumns(header);
    if (header.length > 1 && places.has("title") && (!isBelow || places.has("artist")))
      return { delimiter, places, isRekordbox: delimiter === "\t" && header[0]?.trim() === "#" };
  }
  return null;
}

/** Whether a first line looks like the heading of rekordbox in a language that is not known. */
export const isForeignHeading = (text: string) => text.trimStart().startsWith("#\t");

export function parseTable(text: string, heading: Heading): HistoryFile {
  const rows = splitRows(text.slice(heading.rowsAt), heading.delimiter);
  const { isRekordbox, places, preamble } = heading;
  return readRows(isRekordbox ? "rekordbox-text" : "csv", places, rows, preamble);
}

/** A list of objects, whose fields are the columns. */
export function parseJsonRows(objects: readonly Record<string, unknown>[]): HistoryFile {
  const header = [...new Set(objects.slice(0, 100).flatMap((each) => Object.keys(each)))];
  const places = findColumns(header);
  if (!places.has("title")) throw new UnreadableHistory(words.columns);
  const rows = objects.slice(0, maxRows).map((each) => header.map((name) => cellOf(each[name])));
  return readRows("json", places, rows, []);
}

const cellOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : Array.isArray(value) && value.every((each) => typeof each === "string")
      ? value.join(", ")
      : "";

function readRows(
  format: "csv" | "rekordbox-text" | "json",
  places: ReadonlyMap<Column, number>,
  rows: readonly string[][],
  preamble: readonly string[],
): HistoryFile {
  if (!places.has("artist") && !rows.some((row) => splitName(row[places.get("title") ?? 0] ?? "").isSplit))
    throw new UnreadableHistory(words.columns);
  const read: Timed[] = [];
  const unread = [...preamble];
  let day: number | null = null;
  for (const row of rows) {
    const cell = (column: Column) => withoutQuote(row[places.get(column) ?? -1]?.trim() ?? "");
    // Serato begins each night with a row that has only its date as a name.
    const heading = cell("artist") === "" ? parseDateTime(cell("title")) : null;
    if (heading !== null) {
      day = heading.at - (heading.at % dayMs);
      continue;
    }
    if (cell("artist") === "" && cell("title") === "") {
      unread.push(row.filter((each) => each !== "").join(" · "));
      continue;
    }
    const last: number | null = read.at(-1)?.entry.startedAt ?? null;
    const isPastMidnight = isNight(readRow(cell, day), last);
    if (day !== null && isPastMidnight) day += dayMs;
    read.push(readRow(cell, day));
  }
  return toHistoryFile(format, ...withClock(fromBeginning(read)), { unread });
}

/** A text that a spreadsheet would run as a formula begins with an apostrophe in tables, which is no part of it. */
const withoutQuote = (cell: string) => (isGuarded(cell) ? cell.slice(1) : cell);

/**
 * Times that begin at zero count from the beginning of the recording, whatever their column is called: rows of lengths
 * have no zero, and a night that begins at midnight reads the same.
 */
function fromBeginning(read: readonly Timed[]): readonly Timed[] {
  const [first] = read;
  const offsetsOf = ({ raw }: Timed) => parseLength(raw.start || raw.duration);
  const offsets = read.map(offsetsOf);
  const isOffset =
    read.length > 1 &&
    first?.entry.offsetMs === null &&
    offsets[0] === 0 &&
    offsets.every((at, index) => at === null || at >= (offsets[index - 1] ?? 0)) &&
    offsets.some((at) => (at ?? 0) > 0);
  if (!isOffset) return read;
  return read.map((each, index): Timed => {
    const durationMs = each.raw.start === "" ? undefined : each.entry.durationMs;
    return {
      ...each,
      clock: null,
      entry: { ...each.entry, startedAt: null, offsetMs: offsets[index] ?? null, durationMs },
    };
  });
}

/** A night goes on under the heading of its evening. */
const isNight = ({ entry: { startedAt } }: Timed, last: number | null) =>
  startedAt !== null && last !== null && startedAt < last - dayMs / 2;

interface Timed {
  entry: HistoryEntry;
  clock: HistoryClock;
  raw: { start: string; duration: string };
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
  return { entry, clock, raw: { start: cell("startedAt"), duration: cell("duration") } };
}

/** A time with its date, with that of another column or of the night's heading, or by itself. */
function readTime(
  text: string,
  date: string,
  day: number | null,
): { at: number | null; clock: HistoryClock } {
  if (/^\d{10}(?:\d{3})?$/u.test(text))
    return { at: Number(text) * (text.length === 10 ? 1_000 : 1), clock: "utc" };
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
