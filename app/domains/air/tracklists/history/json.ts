/** JSON: the tracklist and the replay of this service, chapters of podcasts, and plain lists of tracks. */
import * as z from "zod/mini";
import {
  type HistoryEntry,
  type HistoryFile,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { splitName } from "./names.ts";
import { parseJsonRows } from "./table.ts";
import { words } from "./words.ts";

const At = z.number().check(z.minimum(0), z.maximum(1e14));
const Text = z.nullish(z.string());
const Named = { artist: Text, title: Text };

const Tracklist = z.object({
  lines: z.array(z.object({ track: z.nullable(z.object(Named)), start: At, end: z.nullish(At) })),
});
const Replay = z.object({ startTime: z.nullish(At), tracks: z.array(z.object({ ...Named, start: At })) });
const Chapters = z.object({
  chapters: z.array(z.object({ title: Text, startTime: At, endTime: z.nullish(At) })),
});
const Rows = z.array(z.record(z.string(), z.unknown()));

/** Throws `UnreadableHistory` for JSON that has no tracks. */
export function parseJson(text: string): HistoryFile {
  const value = readJson(text);
  const tracklist = Tracklist.safeParse(value);
  if (tracklist.success) return toFile("utc", tracklist.data.lines.map(ofLine));
  const replay = Replay.safeParse(value);
  if (replay.success) return ofReplay(replay.data);
  const chapters = Chapters.safeParse(value);
  if (chapters.success) return toFile(null, chapters.data.chapters.map(ofChapter));
  const rows = Rows.safeParse(Array.isArray(value) ? value : firstList(value));
  if (!rows.success) throw new UnreadableHistory(words.columns);
  return parseJsonRows(rows.data);
}

const toFile = (clock: "utc" | null, entries: HistoryEntry[]) => toHistoryFile("json", clock, entries);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableHistory(words.damaged);
  }
}

const firstList = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.values(value).find(Array.isArray) : undefined;

type Line = z.infer<typeof Tracklist>["lines"][number];

/** A line without a track is one that nobody has named, or that is hidden. */
function ofLine({ track, start, end }: Line): HistoryEntry {
  const { artist, title } = track ?? { artist: "ID", title: "ID" };
  const playedMs = end == null || end <= start ? null : end - start;
  return { ...named(artist ?? "", title ?? ""), startedAt: start, playedMs };
}

function ofReplay({ startTime, tracks }: z.infer<typeof Replay>): HistoryFile {
  const entries = tracks.map(
    ({ artist, title, start }): HistoryEntry => ({
      ...named(artist ?? "", title ?? ""),
      ...(startTime == null ? { offsetMs: start } : { startedAt: startTime + start }),
    }),
  );
  return toFile(startTime == null ? null : "utc", entries);
}

function ofChapter({
  title,
  startTime,
  endTime,
}: z.infer<typeof Chapters>["chapters"][number]): HistoryEntry {
  const { artist, title: name } = splitName(title ?? "");
  const ms = (seconds: number) => Math.round(seconds * 1_000);
  const playedMs = endTime == null || endTime <= startTime ? null : ms(endTime - startTime);
  return { ...named(artist, name), offsetMs: ms(startTime), playedMs };
}
