/** A replay's tracklist as files for other software. */
import { csvText, toCsvTable } from "../text/csv.ts";
import { clockOffset } from "../time/clock-offset.ts";
import { shownArtist, shownTitle } from "../tracks/shown.ts";
import type { ReplayDetailsView } from "./contract.ts";
import { trackInWords } from "./moment.ts";

/** The part of a replay that the files contain. */
export type ListedReplay = Pick<
  ReplayDetailsView,
  "name" | "performer" | "room" | "startTime" | "duration" | "mp3" | "opus" | "tracks"
>;

/** A CUE sheet numbers tracks with two digits. */
const maxCueTracks = 99;
/** Of a CUE sheet's times. */
const framesPerSecond = 75;

/**
 * A CUE sheet beside the downloaded `soundFile`. The format knows no escapes: double quotes become single ones. Tracks
 * beyond the 99th do not fit.
 */
export function toCueSheet(replay: ListedReplay, soundFile: string): string {
  const tracks = replay.tracks
    .slice(0, maxCueTracks)
    .flatMap(({ start, track }, index) => [
      `  TRACK ${String(index + 1).padStart(2, "0")} AUDIO`,
      `    TITLE ${quoted(shownTitle(track.title))}`,
      `    PERFORMER ${quoted(shownArtist(track.artist))}`,
      `    INDEX 01 ${cueTime(start)}`,
    ]);
  const head = [
    `PERFORMER ${quoted(performerOf(replay))}`,
    `TITLE ${quoted(replay.name)}`,
    // Both formats are of this kind to the programs that read CUE sheets.
    `FILE ${quoted(soundFile)} MP3`,
  ];
  return [...head, ...tracks, ""].join("\r\n");
}

/** A table as RFC 4180 has it. Texts that a spreadsheet would run as a formula start with an apostrophe. */
export function toCsv({ tracks }: ListedReplay): string {
  const head = ["start", "seconds", "artist", "title", "listens", "favorites", "cheers"];
  const rows = tracks.map(({ start, track, listenCount, favoriteCount, cheerCount }) => [
    clockOffset(start),
    String(Math.floor(start / 1_000)),
    csvText(track.artist),
    csvText(track.title),
    ...[listenCount, favoriteCount, cheerCount].map((count) => (count === null ? "" : String(count))),
  ]);
  return toCsvTable([head, ...rows]);
}

/** For people: what it was, then a line for each track. The day is in UTC: a file has no viewer's zone. */
export function toPlainText(replay: ListedReplay): string {
  const { name, room, startTime, duration, tracks } = replay;
  const performer = performerOf(replay);
  const facts = [
    room?.name,
    new Date(startTime).toISOString().slice(0, "2026-11-23".length),
    clockOffset(duration),
  ];
  return [
    oneLine(performer === name ? name : `${name} – ${performer}`),
    oneLine(facts.filter((fact) => fact !== undefined).join(" · ")),
    "",
    ...tracks.map(({ start, track }) => `${clockOffset(start)} ${oneLine(trackInWords(track))}`),
    "",
  ].join("\n");
}

/** JSON chapters of podcasts, version 1.2. */
export function toChapters({ name, performer, tracks }: ListedReplay) {
  return {
    version: "1.2.0",
    title: name,
    ...(performer && { author: performer.username }),
    chapters: tracks.map(({ start, track }) => ({
      startTime: start / 1_000,
      title: oneLine(trackInWords(track)),
    })),
  };
}

const performerOf = ({ performer, room, name }: ListedReplay): string =>
  performer?.username ?? room?.name ?? name;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title may contain them, a line of a file must not
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();

const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`;

/** Minutes, seconds and frames. */
function cueTime(ms: number): string {
  const frames = Math.floor((ms / 1_000) * framesPerSecond);
  const seconds = Math.floor(frames / framesPerSecond);
  return [Math.floor(seconds / 60), seconds % 60, frames % framesPerSecond]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
