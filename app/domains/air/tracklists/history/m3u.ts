/** Lists of files: M3U of Mixxx and others, and VirtualDJ's with its own lines about each play. */
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { linesOf } from "./lines.ts";
import { splitFileName, splitName, withoutNumber } from "./names.ts";
import { parseTimeOfDay } from "./time-texts.ts";
import { unescapeXml } from "./xml-tags.ts";

const secondMs = 1_000;
const dayMs = 86_400_000;
const quarterMs = 900_000;

/** A file's line follows its `#EXTINF`; without one, its name is all that is known. */
export function parseM3u(text: string): HistoryFile {
  const entries: HistoryEntry[] = [];
  let info: HistoryEntry | null = null;
  for (const line of linesOf(text)) {
    if (line.startsWith("#EXTINF:")) info = readInfo(line.slice("#EXTINF:".length));
    else if (line.startsWith("#EXTALB:") && info !== null) info.album = line.slice("#EXTALB:".length);
    else if (line.startsWith("#EXTART:") && info !== null) info.artist ||= line.slice("#EXTART:".length);
    else if (!line.startsWith("#")) {
      const { artist, title } = splitFileName(decodePath(line));
      entries.push(info === null || info.title === "" ? { ...info, ...named(artist, title) } : info);
      info = null;
    }
  }
  return toHistoryFile("m3u", null, entries);
}

/** `245,Artist - Title`, with attributes after the seconds in some. */
function readInfo(text: string): HistoryEntry {
  const comma = text.indexOf(",");
  const seconds = Number.parseFloat(text.slice(0, Math.max(0, comma)));
  const { artist, title } = splitName(withoutNumber(text.slice(comma + 1)));
  const durationMs = seconds > 0 && seconds < 1e6 ? Math.round(seconds * secondMs) : undefined;
  return { ...named(artist, title), durationMs };
}

/** Addresses have their names in percent codes. */
function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `lastplaytime` is a true time. Where only some lines have it, the others follow from their time of day. */
export function parseVirtualDjM3u(text: string): HistoryFile {
  const plays = linesOf(text)
    .filter((line) => line.startsWith("#EXTVDJ:"))
    .map(readPlay);
  const first = plays.find(({ instant, timeOfDay }) => instant !== null && timeOfDay !== null);
  const isTrue = plays.some(({ instant }) => instant !== null);
  // Times of the day are cut to the minute, zones are whole quarters of an hour.
  const ahead = first === undefined ? null : (first.timeOfDay ?? 0) - ((first.instant ?? 0) % dayMs);
  const zoneMs = ahead === null ? null : Math.round(ahead / quarterMs) * quarterMs;
  let last = first?.instant ?? 0;
  const entries = plays.map(({ entry, instant, timeOfDay }): HistoryEntry => {
    if (!isTrue) return { ...entry, startedAt: timeOfDay };
    last = instant ?? (timeOfDay === null || zoneMs === null ? last : nearest(timeOfDay - zoneMs, last));
    return { ...entry, startedAt: instant ?? (timeOfDay === null || zoneMs === null ? null : last) };
  });
  const isTimed = entries.some(({ startedAt }) => startedAt !== null);
  const clock = isTrue ? "utc" : "time-of-day";
  return toHistoryFile("virtualdj-m3u", isTimed ? clock : null, entries);
}

/** The instant with this time of the day that is nearest to another one. */
const nearest = (time: number, to: number) => time + Math.round((to - time) / dayMs) * dayMs;

function readPlay(line: string) {
  const title = valueOf(line, "title");
  const remix = valueOf(line, "remix");
  const seconds = Number(valueOf(line, "songlength"));
  const played = Number(valueOf(line, "lastplaytime"));
  const isSeconds = played > 1e8 && played < 1e11;
  const isInstant = isSeconds || (played > 1e11 && played < 1e14);
  return {
    entry: {
      ...named(valueOf(line, "artist"), remix === "" || title === "" ? title : `${title} (${remix})`),
      durationMs: seconds > 0 && seconds < 1e6 ? Math.round(seconds * secondMs) : undefined,
    },
    instant: isInstant ? played * (isSeconds ? secondMs : 1) : null,
    timeOfDay: parseTimeOfDay(valueOf(line, "time"))?.ms ?? null,
  };
}

function valueOf(line: string, name: string): string {
  const start = line.indexOf(`<${name}>`);
  const from = start + name.length + 2;
  const end = start < 0 ? -1 : line.indexOf(`</${name}>`, from);
  return end < 0 ? "" : unescapeXml(line.slice(from, end));
}
