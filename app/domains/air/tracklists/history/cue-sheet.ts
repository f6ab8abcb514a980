/** Cue sheets, which software writes beside a recording of the set. */
import { fullPerformerRemark, fullTitleRemark } from "#app/domains/base/text/cue-sheet.ts";
import { type HistoryEntry, type HistoryFile, named, toHistoryFile } from "./history-file.ts";
import { linesOf } from "./lines.ts";
import { splitFileName } from "./names.ts";

const framesPerSecond = 75;
const secondMs = 1_000;
/** Tracks are played for longer: times that are nearer are hours, minutes and seconds. */
const minStepMs = 20 * secondMs;

export const isCueTrack = (line: string) => /^TRACK\s+\d{1,3}\s+\S{1,12}$/iu.test(line.trim());

interface CueTrack {
  entry: HistoryEntry;
  /** The numbers of its time; null: it has none. */
  time: number[] | null;
  /** The name of a file inside it. */
  file: string | null;
}

/** Commands that say nothing about what was played. */
const others = new Set(["REM", "CATALOG", "CDTEXTFILE", "FLAGS", "INDEX", "POSTGAP", "PREGAP"]);

/**
 * Places count from the beginning of a sound file: with several files, only the order is known. A file inside of each
 * track, before its time, is what the track was played from (rekordbox): the places still count from the recording.
 */
export function parseCueSheet(text: string): HistoryFile {
  const tracks: CueTrack[] = [];
  const unread: string[] = [];
  let files = 0;
  for (const line of linesOf(text)) {
    const [command, rest] = splitCommand(line);
    const track = tracks.at(-1);
    if (isCueTrack(line)) tracks.push({ entry: named("", ""), time: null, file: null });
    else if (command === "FILE" && track?.time === null) track.file = fileOf(rest);
    else if (command === "FILE") files += 1;
    else if (track === undefined || !read(track, command, rest))
      if (!others.has(command) && (track !== undefined || !isHead(command))) unread.push(line);
  }
  const times = tracks.map(({ time }) => time);
  const isWhole = files <= 1 && isRising(times);
  const toMs = readerOf(times);
  const entries = tracks.map(
    ({ entry, time, file }): HistoryEntry => ({
      ...entry,
      ...(entry.title === "" && file !== null && splitFileName(file)),
      offsetMs: isWhole && time !== null ? toMs(time) : null,
    }),
  );
  return toHistoryFile("cue", null, entries, { unread });
}

function splitCommand(line: string): [string, string] {
  const [, command = "", rest = ""] = /^(\S{1,20})\s*(.*)$/su.exec(line) ?? [];
  return [command.toUpperCase(), rest];
}

const isHead = (command: string) => ["TITLE", "PERFORMER", "SONGWRITER", "ISRC"].includes(command);

/** Whether the line was understood as one of a track. */
function read(track: CueTrack, command: string, rest: string): boolean {
  const { entry } = track;
  const value = unquote(rest);
  switch (command) {
    case "TITLE":
      entry.title = value;
      return true;
    case "PERFORMER":
      entry.artist = value;
      return true;
    case "SONGWRITER":
      entry.composer = value;
      return true;
    case "ISRC":
      entry.isrc = value;
      return true;
    case "REM":
      readRemark(entry, rest);
      return true;
    case "INDEX": {
      const [, index = "", time = ""] = /^(\d{1,2})\s+(\S{1,20})$/u.exec(rest) ?? [];
      const numbers = numbersOf(time);
      if (Number(index) === 1 && numbers !== null) track.time = numbers;
      return Number(index) !== 1 || numbers !== null;
    }
    default:
      return false;
  }
}

/** The names that the format has no quotes for, as this service writes them. */
function readRemark(entry: HistoryEntry, remark: string): void {
  const [name, value] = splitCommand(remark);
  if (name === fullTitleRemark) entry.title = value;
  else if (name === fullPerformerRemark) entry.artist = value;
}

const unquote = (text: string) =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

/** `"/Music/Amber Room.mp3" WAVE`, also without quotes. */
function fileOf(rest: string): string {
  const end = rest.startsWith('"') ? rest.lastIndexOf('"') : rest.lastIndexOf(" ");
  return end > 0 ? rest.slice(rest.startsWith('"') ? 1 : 0, end) : rest;
}

/** `62:03:74`, `1:02:03:74`, `62:03` and `62:03.5`. */
function numbersOf(text: string): number[] | null {
  if (!/^\d{1,4}(?::\d{1,2}){1,3}(?:[.,]\d{1,3})?$/u.test(text)) return null;
  return text.replace(",", ".").split(":").map(Number);
}

/** The last numbers are frames, unless tracks would then be seconds apart: then they are seconds, after hours. */
function readerOf(times: readonly (number[] | null)[]): (time: readonly number[]) => number {
  const known = times.filter((time) => time !== null);
  const inFrames = known.map(ofFrames);
  const steps = inFrames.slice(1).map((at, index) => at - (inFrames[index] ?? 0));
  const middle = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? minStepMs;
  const areHours =
    known.every(({ length }) => length === 3) &&
    known.every(([, , last = 0]) => last < 60) &&
    middle < minStepMs;
  return areHours ? ofSeconds : ofFrames;
}

const ofSeconds = (time: readonly number[]) =>
  Math.round(time.reduce((sum, part) => sum * 60 + part, 0) * secondMs);

function ofFrames(time: readonly number[]): number {
  if (time.length < 3) return ofSeconds(time);
  const frames = time.at(-1) ?? 0;
  return ofSeconds(time.slice(0, -1)) + Math.round((frames / framesPerSecond) * secondMs);
}

/** Places in one file never go back; where all of them are its beginning, they are of several. */
function isRising(times: readonly (number[] | null)[]): boolean {
  const known = times.flatMap((time) => (time === null ? [] : ofSeconds(time)));
  const isInOrder = known.every((at, index) => at >= (known[index - 1] ?? 0));
  return isInOrder && (known.length < 2 || (known.at(-1) ?? 0) > (known[0] ?? 0));
}
