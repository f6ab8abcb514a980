/** Lists as people and small tools write them: `00:00 Artist - Title`, `[1:02:30] …`, `22:04 …` or only names. */
import {
  type HistoryEntry,
  type HistoryFile,
  named,
  toHistoryFile,
  UnreadableHistory,
} from "./history-file.ts";
import { linesOf } from "./lines.ts";
import { splitName, withoutNumber } from "./names.ts";
import { words } from "./words.ts";

const secondMs = 1_000;
const minuteMs = 60_000;
const timeAtStart = /^[[(]?(\d{1,3}):(\d{2})(?::(\d{2}))?[\])]?/u;

interface Listed {
  entry: HistoryEntry;
  /** Two or three numbers of its time. */
  time: number[] | null;
}

/** Lines that are no names are left out; a text with more of them than of names is no list. */
export function parsePlainText(text: string): HistoryFile {
  const lines = linesOf(text);
  const listed = lines.flatMap((line) => readLine(line) ?? []);
  const timed = listed.filter(({ time }) => time !== null);
  const isTimed = timed.length > 1 && timed.length * 2 >= listed.length;
  if (listed.length === 0 || (!isTimed && listed.length * 2 < lines.length))
    throw new UnreadableHistory(words.unknown);
  if (!isTimed)
    return toHistoryFile(
      "text",
      null,
      listed.map(({ entry }) => entry),
      lines.length - listed.length,
    );
  const isOfDay = areTimesOfDay(timed.map(({ time }) => time ?? []));
  const entries = listed.map(({ entry, time }): HistoryEntry => {
    if (time === null) return entry;
    return isOfDay ? { ...entry, startedAt: ofDay(time) } : { ...entry, offsetMs: elapsed(time) };
  });
  return toHistoryFile("text", isOfDay ? "time-of-day" : null, entries, lines.length - listed.length);
}

function readLine(line: string): Listed | null {
  const numbered = withoutNumber(line);
  const found = timeAtStart.exec(numbered);
  const time = found?.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)])) ?? null;
  const rest = numbered.slice(found?.[0].length ?? 0).replace(/^[ \t:|–-]{1,4}/u, "");
  const { artist, title, isSplit } = splitName(withoutNumber(rest));
  if (time === null && !isSplit) return null;
  return title === "" && artist === "" ? null : { entry: named(artist, title), time };
}

/** `22:04` means minutes and seconds only where tracks are then at least half a minute apart. */
function areTimesOfDay(times: readonly number[][]): boolean {
  if (times.some((time) => time.length === 2) && times.some((time) => time.length === 3)) return false;
  const isDay = times.every(([hours = 0, minutes = 0]) => hours < 24 && minutes < 60);
  if (!isDay) return false;
  const from = times.map(elapsed);
  const steps = from.slice(1).map((at, index) => at - (from[index] ?? 0));
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  // Hours, minutes and seconds from the beginning start with an hour of 0, a clock rarely does.
  if (times[0]?.length === 3) return (times[0][0] ?? 0) > 3;
  return middle < minuteMs / 2;
}

const elapsed = (time: readonly number[]) => time.reduce((sum, part) => sum * 60 + part, 0) * secondMs;

const ofDay = ([hours = 0, minutes = 0, seconds = 0]: readonly number[]) =>
  ((hours * 60 + minutes) * 60 + seconds) * secondMs;
