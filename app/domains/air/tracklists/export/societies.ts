/**
 * The fields that each collecting society asks for of every play, and the columns of its file. Cue exports; filing is
 * the act of the one who runs the service. Sources, and what is our reading of them: docs/tracklists.md.
 */
import type { Society } from "../contract/tracklists.ts";
import { type ExportedLine, type ExportedSet, heardSeconds } from "./exported.ts";

/** Names of the fields that a line may lack, for people. */
export const fieldNames = {
  name: "name",
  confirmation: "confirmation",
  title: "title",
  artist: "artist",
  composer: "composer",
  creator: "composer or artist",
  label: "label",
  isrcOrAlbum: "ISRC, or album and label",
  labelOrCode: "label or label code",
  codeOrNumber: "ISRC or catalogue number",
  duration: "end time",
  listeners: "number of listeners",
} as const;
export type MissingField = keyof typeof fieldNames;
/** Fields that a society can ask for; a name and certainty are needed by all. */
type AskedField = Exclude<MissingField, "name" | "confirmation">;

type Column = readonly [name: string, value: (line: ExportedLine, set: ExportedSet) => string];

interface SocietyRules {
  name: string;
  mandatory: readonly AskedField[];
  columns: readonly Column[];
  /** `csv`: a table with commas; `txt`: one with tabs. */
  file: "csv" | "txt";
}

const day = (at: number) => new Date(at).toISOString().slice(0, "2026-11-23".length);
const time = (at: number) =>
  new Date(at).toISOString().slice("2026-11-23T".length, "2026-11-23T20:15:00".length);
/** `PT3M20S`, as ISO 8601 writes durations. */
const isoDuration = (seconds: number | null) =>
  seconds === null ? "" : `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
const text = (name: Exclude<keyof ExportedLine, "sources">) => (line: ExportedLine) =>
  String(line[name] ?? "");
/** Returns the length of the whole recording, otherwise of what was heard. */
const recordingSeconds = (line: ExportedLine) =>
  line.durationMs === null ? heardSeconds(line) : Math.round(line.durationMs / 1_000);

const artist: Column = ["Artist", text("artist")];
const title: Column = ["Title", text("title")];
const album: Column = ["Album", text("album")];
const isrc: Column = ["ISRC", text("isrc")];
const composer: Column = ["Composer", text("composer")];
const publisher: Column = ["Publisher", text("publisher")];
const date: Column = ["Date (UTC)", ({ startsAt }) => day(startsAt)];
const begin: Column = ["Time (UTC)", ({ startsAt }) => time(startsAt)];
const duration: Column = ["Duration (s)", (line) => String(heardSeconds(line) ?? "")];
const label: Column = ["Record company", text("label")];
const number: Column = ["Catalogue number", text("catalogueNumber")];
const plays: Column = ["Plays", () => "1"];
const listeners: Column = ["Listeners", text("listeners")];

export const societyRules: Readonly<Record<Society, SocietyRules>> = {
  soundexchange: {
    name: "SoundExchange",
    mandatory: ["title", "artist", "isrcOrAlbum", "listeners"],
    columns: [
      ["NAME_OF_SERVICE", (_, { service }) => service],
      ["TRANSMISSION_CATEGORY", () => "A"],
      ["FEATURED_ARTIST", text("artist")],
      ["SOUND_RECORDING_TITLE", text("title")],
      ["ISRC", text("isrc")],
      ["ALBUM_TITLE", text("album")],
      ["MARKETING_LABEL", text("label")],
      ["ACTUAL_TOTAL_PERFORMANCES", text("listeners")],
    ],
    file: "txt",
  },
  prs: {
    name: "PRS for Music",
    mandatory: ["title", "creator", "duration"],
    columns: [title, composer, artist, publisher, duration, date, begin, plays, album, number, isrc],
    file: "csv",
  },
  ppl: {
    name: "PPL",
    mandatory: ["title", "artist", "label", "codeOrNumber"],
    columns: [artist, title, label, number, isrc, date, begin, duration, listeners],
    file: "csv",
  },
  gema: {
    name: "GEMA",
    mandatory: ["title", "composer"],
    columns: [title, composer, artist, publisher, duration, date],
    file: "csv",
  },
  gvl: {
    name: "GVL",
    mandatory: ["title", "artist", "labelOrCode", "duration"],
    columns: [artist, title, label, ["Label code", text("labelCode")], isrc, date, begin, duration],
    file: "csv",
  },
  stim: {
    name: "STIM",
    mandatory: ["title", "creator", "duration"],
    columns: [title, composer, artist, duration, date, begin, isrc],
    file: "csv",
  },
  dsr: {
    name: "DDEX (fields of DSR radio reports)",
    mandatory: ["title", "artist", "duration", "listeners"],
    columns: [
      ["ResourceId", text("id")],
      ["ISRC", text("isrc")],
      ["ResourceTitle", text("title")],
      ["DisplayArtistName", text("artist")],
      ["ResourceDuration", (line) => isoDuration(recordingSeconds(line))],
      ["StartDateTime", ({ startsAt }) => new Date(startsAt).toISOString()],
      ["UsageDuration", (line) => isoDuration(heardSeconds(line))],
      ["NumberOfTransmissions", () => "1"],
      ["NumberOfListeners", text("listeners")],
    ],
    file: "txt",
  },
};

const isMissing: Readonly<Record<AskedField, (line: ExportedLine) => boolean>> = {
  title: ({ title: name }) => name === "",
  artist: ({ artist: name }) => name === "",
  composer: ({ composer: name }) => !name,
  creator: ({ composer: author, artist: name }) => !author && name === "",
  label: ({ label: name }) => !name,
  isrcOrAlbum: ({ isrc: code, album: release, label: name }) => !code && !(release && name),
  labelOrCode: ({ label: name, labelCode }) => !name && !labelCode,
  codeOrNumber: ({ isrc: code, catalogueNumber }) => !code && !catalogueNumber,
  duration: (line) => heardSeconds(line) === null,
  listeners: ({ listeners: count }) => count === null,
};

/** Returns the fields that a line lacks to be filed with a society; empty: it can be filed. */
export function missingFor(society: Society, line: ExportedLine): MissingField[] {
  if (line.title === "" && line.artist === "") return ["name"];
  const fields = societyRules[society].mandatory.filter((field) => isMissing[field](line));
  return line.confidence === "fileable" ? fields : ["confirmation", ...fields];
}

/**
 * False for lines that are never filed: samples inside of other tracks. All others are either in the file or named with
 * what they lack.
 */
export const isFiled = ({ isSample }: ExportedLine): boolean => !isSample;
