/** VirtualDJ's `tracklist.txt`: all days in one file, in hours and minutes of the performer's computer. */
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { isRule, linesOf } from "./lines.ts";
import { splitName } from "./names.ts";
import { parseDateTime, parseTimeOfDay } from "./time-texts.ts";

export const virtualDjHeading = "VirtualDJ History ";
const dayMs = 86_400_000;
const maxStepBackMs = 65 * 60_000;

export function parseVirtualDjText(text: string): HistoryFile {
  const entries: HistoryEntry[] = [];
  const unread: string[] = [];
  let day: number | null = null;
  let last = 0;
  for (const line of linesOf(text)) {
    if (line.startsWith(virtualDjHeading)) {
      day = parseDateTime(line.slice(virtualDjHeading.length))?.at ?? null;
      last = day ?? 0;
      continue;
    }
    const colon = line.indexOf(" : ");
    const time = colon < 0 ? null : parseTimeOfDay(line.slice(0, colon));
    if (time === null) {
      if (!isRule(line)) unread.push(line);
      continue;
    }
    // A night goes on under the heading of the evening.
    if (day !== null && day + time.ms < last - maxStepBackMs) day += dayMs;
    last = (day ?? 0) + time.ms;
    const { artist, title } = splitName(line.slice(colon + 3));
    entries.push({ ...named(artist, title), startedAt: last });
  }
  return toHistoryFile("virtualdj-text", day === null ? "time-of-day" : "local", entries, {
    unread,
  });
}
