/** A history file of DJ software, as all parsers return it. Pure: they run in the browser and in the Worker. */
import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import { cleanName } from "#app/domains/base/text/names.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";

export const historyFormats = [
  "serato-session",
  "serato-sqlite",
  "rekordbox-text",
  "traktor-nml",
  "virtualdj-m3u",
  "virtualdj-text",
  "engine-sqlite",
  "m3u",
  "csv",
  "cue",
  "audacity-labels",
  "json",
  "text",
] as const;
export type HistoryFormat = (typeof historyFormats)[number];

/**
 * The meaning of a file's clock times. `utc`: true instants. `local`: the clock of the performer's computer, as if it
 * stood in UTC. `time-of-day`: the same without a date, from a midnight of its own. Null: the file has none.
 */
export type HistoryClock = "utc" | "local" | "time-of-day" | null;

export interface HistoryEntry {
  artist: string;
  title: string;
  album?: string | undefined;
  label?: string | undefined;
  isrc?: string | undefined;
  composer?: string | undefined;
  /** Start: epoch ms where the file has clock times (of the performer's computer), otherwise null. */
  startedAt: number | null;
  /** Time from the beginning of the recording or of the list, ms, where the file has only that; otherwise null. */
  offsetMs: number | null;
  /** Time played, ms, or null. */
  playedMs: number | null;
  /** Length of the whole track, ms, where the file says so. */
  durationMs?: number | undefined;
  /** An "ID": the file says that a track began there, and not which. */
  isUnnamed?: boolean;
}

export interface HistoryFile {
  format: HistoryFormat;
  clock: HistoryClock;
  /**
   * Entries in the order of the file's times, otherwise of its rows. Tracks that were only pre-listened are left out.
   */
  entries: HistoryEntry[];
  /** Number of rows that were left out because they were only pre-listened or have no name. */
  leftOut: number;
  /** Lines that the reader does not understand, as they are written. */
  unread: string[];
  /** The charset that the text was decoded with; absent where the format says it. */
  charset?: { name: Charset; isGuessed: boolean };
}

/** An unreadable file, in words for its performer: what it is and what to export instead. */
export class UnreadableHistory extends Error {}

/** More than any night has. Of files with true times the latest are kept. */
export const maxEntries = 5_000;
/** Enough to see what kind of lines they are. */
const maxUnread = 200;

const maxNameLength = 300;
const minuteMs = 60_000;
/** Clocks are set back by an hour in autumn, with a few minutes of music before the next track. */
const maxStepBackMs = 65 * minuteMs;

/** An entry with only its name. */
export function named(artist: string, title: string): HistoryEntry {
  return { artist, title, startedAt: null, offsetMs: null, playedMs: null };
}

/** Puts entries in their order, and leaves out those without a name. */
export function toHistoryFile(
  format: HistoryFormat,
  clock: HistoryClock,
  rows: readonly HistoryEntry[],
  { leftOut = 0, unread = [] }: { leftOut?: number; unread?: readonly string[] } = {},
): HistoryFile {
  const tidied = rows.map(tidy).filter(({ artist, title }) => artist !== "" || title !== "");
  const ordered = clock === null ? tidied : inOrder(tidied, clock);
  const isTimed = clock !== null;
  const entries = isTimed ? ordered.slice(-maxEntries) : ordered.slice(0, maxEntries);
  return {
    format,
    clock,
    entries,
    leftOut: leftOut + rows.length - entries.length,
    unread: unread.slice(0, maxUnread).map(tidyLine),
  };
}

function tidy(entry: HistoryEntry): HistoryEntry {
  const [artist, title] = [withoutStandIn(tidyName(entry.artist)), withoutStandIn(tidyName(entry.title))];
  return {
    ...entry,
    artist,
    title,
    ...(isId(title) && (artist === "" || isId(artist)) && { isUnnamed: true }),
    album: tidyField(entry.album),
    label: tidyField(entry.label),
    isrc: toIsrc(entry.isrc),
    composer: tidyField(entry.composer),
  };
}

const tidyLine = (text: string) => text.slice(0, maxNameLength).replaceAll("\0", "").trim().toWellFormed();
/** Returns a name without HTML entities, as other names of programs. */
const tidyName = (text: string) => cleanName(tidyLine(text));
/** Texts of this service's files in place of a name that is missing. */
const standIns: ReadonlySet<string> = new Set([shownTitle(null), shownArtist(null)]);
const withoutStandIn = (name: string) => (standIns.has(name) ? "" : name);
/** True for a text in place of a track that nobody knows, or that nobody should know yet. */
const isId = (name: string) => /^(?:ids?|unknown(?: (?:artist|track|title))?|\?+|tb[ac])$/iu.test(name);
const tidyField = (text: string | undefined) => tidyName(text ?? "") || undefined;

/** Twelve characters, without hyphens; undefined for anything else. */
function toIsrc(text: string | undefined): string | undefined {
  const isrc = (text ?? "").slice(0, 20).replace(/[- ]/gu, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/u.test(isrc) ? isrc : undefined;
}

/**
 * True times say the order. Local times may step back by an hour within a night, so that rows keep their order where it
 * is one; lists with the newest row first are turned around.
 */
function inOrder(rows: HistoryEntry[], clock: HistoryClock): HistoryEntry[] {
  const known = rows.flatMap(({ startedAt }) => startedAt ?? []);
  const steps = known.slice(1).map((at, index) => at - (known[index] ?? at));
  const isNewestFirst = steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length;
  const ordered = isNewestFirst ? rows.toReversed() : rows;
  const back = steps.map((step) => (isNewestFirst ? -step : step)).filter((step) => step < 0);
  if (clock === "time-of-day") return unwrapDays(ordered);
  const isOrder = clock === "local" && back.length <= 2 && back.every((step) => step >= -maxStepBackMs);
  if (isOrder || known.length < rows.length) return ordered;
  return ordered.toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0));
}

/** Adds days: after midnight the times of day begin again. */
function unwrapDays(rows: readonly HistoryEntry[]): HistoryEntry[] {
  const dayMs = 86_400_000;
  let last = 0;
  let days = 0;
  return rows.map((row) => {
    if (row.startedAt === null) return row;
    if (row.startedAt + days * dayMs < last - maxStepBackMs) days += 1;
    last = row.startedAt + days * dayMs;
    return { ...row, startedAt: last };
  });
}
