/** Traktor: `history_*.nml`, the playlist of one session with the tracks of the collection that it names. */
import {
  type HistoryEntry,
  type HistoryFile,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { splitFileName } from "./names.ts";
import { words } from "./words.ts";
import { xmlTags } from "./xml-tags.ts";

type Attributes = Record<string, string>;

const secondMs = 1_000;
const maxTracks = 50_000;

/** Times are those of the performer's computer. */
export function parseTraktorNml(text: string): HistoryFile {
  const collection = new Map<string, HistoryEntry>();
  const played: HistoryEntry[] = [];
  let preListened = 0;
  let entry: HistoryEntry | null = null;
  let isInPlaylist = false;
  let key = "";
  for (const { name, attributes } of xmlTags(text)) {
    if (name === "PLAYLIST") isInPlaylist = true;
    else if (name === "/PLAYLIST") isInPlaylist = false;
    else if (name === "ENTRY") entry = named(attributes.ARTIST ?? "", attributes.TITLE ?? "");
    else if (name === "PRIMARYKEY") key = attributes.KEY ?? "";
    else if (name === "EXTENDEDDATA" && isInPlaylist) {
      if (attributes.PLAYEDPUBLIC === "0") preListened += 1;
      else if (played.length < maxTracks) played.push(toPlayed(attributes, collection.get(key), key));
    } else if (entry !== null && !isInPlaylist && collection.size < maxTracks) {
      describe(collection, entry, name, attributes);
    }
  }
  if (played.length === 0) throw new UnreadableHistory(words.noHistoryInNml);
  const isTimed = played.some(({ startedAt }) => startedAt !== null);
  return toHistoryFile("traktor-nml", isTimed ? "local" : null, played, { leftOut: preListened });
}

function describe(
  collection: Map<string, HistoryEntry>,
  entry: HistoryEntry,
  name: string,
  { VOLUME = "", DIR = "", FILE = "", TITLE, LABEL, PLAYTIME, PLAYTIME_FLOAT }: Attributes,
): void {
  if (name === "LOCATION") {
    collection.set(VOLUME + DIR + FILE, entry);
    if (entry.title === "") Object.assign(entry, splitFileName(FILE));
  } else if (name === "ALBUM") entry.album = TITLE;
  else if (name === "INFO") {
    entry.label = LABEL;
    entry.durationMs = Math.round(Number(PLAYTIME_FLOAT ?? PLAYTIME ?? 0) * secondMs) || undefined;
  }
}

function toPlayed(attributes: Attributes, track: HistoryEntry | undefined, key: string): HistoryEntry {
  const { artist, title } = track ?? splitFileName(key);
  const played = Number(attributes.DURATION ?? 0) * secondMs;
  return {
    ...(track ?? named(artist, title)),
    startedAt: startOf(Number(attributes.STARTDATE), Number(attributes.STARTTIME)),
    playedMs: played > 0 && played < 1e9 ? Math.round(played) : null,
  };
}

/** The date is year, month and day in one number (16, 8 and 8 bits), the time seconds of the day. */
function startOf(date: number, seconds: number): number | null {
  if (!(date > 0 && date < 2 ** 31 && seconds >= 0 && seconds < 90_000)) return null;
  const [year, month, day] = [date >> 16, (date >> 8) & 0xff, date & 0xff];
  if (year < 1_990 || year > 2_200 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return Date.UTC(year, month - 1, day) + Math.round(seconds * secondMs);
}
