/** A replay's tracklist as files for other software. */
import { csvText, toCsvTable } from "#app/domains/base/text/csv.ts";
import { oneLine, writeCueSheet } from "#app/domains/base/text/cue-sheet.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { hiddenName, shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { stretchesOf, toJsonChapters } from "./chapters.ts";
import type { ReplayDetailsView } from "./contract.ts";
import { trackText } from "./moment.ts";

/** The part of a replay that the files contain. */
export type ListedReplay = Pick<
  ReplayDetailsView,
  "name" | "performer" | "room" | "startTime" | "duration" | "mp3" | "opus" | "tracks"
>;

/** A CUE sheet beside the downloaded `soundFile`. */
export function toCueSheet(replay: ListedReplay, soundFile: string): string {
  return writeCueSheet({
    performer: performerOf(replay),
    title: replay.name,
    file: soundFile,
    tracks: replay.tracks.map(({ start, track }) => ({
      start,
      title: shownTitle(track.title),
      performer: shownArtist(track.artist),
    })),
  });
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

/**
 * Returns a text for people: what it was, then a line for each track. The day is in UTC: a file has no viewer's zone.
 */
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
    ...tracks.map(({ start, track }) => `${clockOffset(start)} ${oneLine(trackText(track))}`),
    "",
  ].join("\n");
}

/** JSON chapters of podcasts, version 1.2. */
export function toChapters({ name, performer, tracks, duration }: ListedReplay) {
  return {
    version: "1.2.0",
    title: name,
    ...(performer && { author: performer.username }),
    chapters: toJsonChapters(
      stretchesOf(tracks).map(({ start, track }) => ({
        start,
        title: track === null ? hiddenName.title : oneLine(trackText(track.track)),
      })),
      duration,
    ).chapters,
  };
}

const performerOf = ({ performer, room, name }: ListedReplay): string =>
  performer?.username ?? room?.name ?? name;
