/** Cue sheets, which software writes beside a recording of the set. */
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { linesOf } from "./lines.ts";

const framesPerSecond = 75;

export const isCueTrack = (line: string) => /^TRACK \d{1,3} AUDIO$/iu.test(line.trim());

/** Places count from the beginning of a sound file: with several files, only the order is known. */
export function parseCueSheet(text: string): HistoryFile {
  const entries: HistoryEntry[] = [];
  let files = 0;
  for (const line of linesOf(text)) {
    const command = line.slice(0, 12).split(" ")[0]?.toUpperCase();
    const value = unquote(line.slice((command ?? "").length).trim());
    const entry = entries.at(-1);
    if (command === "FILE") files += 1;
    else if (isCueTrack(line)) entries.push(named("", ""));
    else if (entry === undefined) continue;
    else if (command === "TITLE") entry.title = value;
    else if (command === "PERFORMER") entry.artist = value;
    else if (command === "SONGWRITER") entry.composer = value;
    else if (command === "ISRC") entry.isrc = value;
    else if (command === "INDEX" && value.startsWith("01 "))
      entry.offsetMs = parseFrames(value.slice(3).trim());
  }
  const isWhole = files <= 1;
  const placed = isWhole ? entries : entries.map((entry) => ({ ...entry, offsetMs: null }));
  return toHistoryFile("cue", null, placed, 0);
}

const unquote = (text: string) =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

/** `62:03:74`: minutes, seconds and frames. */
function parseFrames(text: string): number | null {
  const parts = /^(\d{1,4}):(\d{1,2}):(\d{1,2})$/u.exec(text);
  if (parts === null) return null;
  const [minutes = 0, seconds = 0, frames = 0] = parts.slice(1).map(Number);
  return Math.round((minutes * 60 + seconds + frames / framesPerSecond) * 1_000);
}
