/** Entries as a table that `table.ts` reads again: what is sent of a database that has every night of years. */
import { csvText } from "#app/domains/base/text/csv.ts";
import type { HistoryEntry, HistoryFile } from "./history-file.ts";

const heading = [
  "Artist",
  "Title",
  "Album",
  "Label",
  "ISRC",
  "Composer",
  "Start Time",
  "Play Duration",
  "Duration",
  "Offset",
];
const secondMs = 1_000;

export function toCsv({ entries, clock }: Pick<HistoryFile, "entries" | "clock">): string {
  const rows = entries.map((entry) => [
    csvText(entry.artist),
    csvText(entry.title),
    csvText(entry.album ?? ""),
    csvText(entry.label ?? ""),
    entry.isrc ?? "",
    csvText(entry.composer ?? ""),
    startOf(entry, clock),
    inSeconds(entry.playedMs),
    inSeconds(entry.durationMs ?? null),
    inSeconds(entry.offsetMs),
  ]);
  return [heading, ...rows].map((row) => row.map(quote).join(",")).join("\n");
}

/** True times name their zone. */
function startOf({ startedAt }: HistoryEntry, clock: HistoryFile["clock"]): string {
  if (startedAt === null || clock === null) return "";
  const text = new Date(startedAt).toISOString().slice(0, 19);
  if (clock === "time-of-day") return text.slice(11);
  return clock === "utc" ? `${text}Z` : text;
}

const inSeconds = (ms: number | null) => (ms === null ? "" : (ms / secondMs).toFixed(3));
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
