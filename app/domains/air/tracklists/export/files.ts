/** A set's tracklist as files for people and other software. Names that people have chosen never become formulas. */

import { csvText, toCsvTable } from "#app/domains/base/text/csv.ts";
import { oneLine, writeCueSheet } from "#app/domains/base/text/cue-sheet.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { offsetIn } from "../../replays/recording-clock.ts";
import type { DescribedField, SocietyReport } from "../contract/exports.ts";
import type { Society } from "../contract/tracklists.ts";
import type { ExportedLine, ExportedSet } from "./exported.ts";
import { fieldNames, isFiled, type MissingField, missingFor, societyRules } from "./societies.ts";

/** One line of text that no spreadsheet runs. */
const cell = (value: string | null) => csvText(oneLine(value ?? ""));

const columns: readonly (readonly [string, (line: ExportedLine, set: ExportedSet) => string])[] = [
  ["order", ({ order }) => String(order)],
  ["start", ({ startsAt }) => new Date(startsAt).toISOString()],
  ["end", ({ endsAt }) => (endsAt === null ? "" : new Date(endsAt).toISOString())],
  ["offset", (line, set) => clockOffset(offsetOf(line, set))],
  ["artist", ({ artist }) => cell(artist)],
  ["title", ({ title }) => cell(title)],
  ["album", ({ album }) => cell(album)],
  ["label", ({ label }) => cell(label)],
  ["catalogue number", ({ catalogueNumber }) => cell(catalogueNumber)],
  ["isrc", ({ isrc }) => cell(isrc)],
  ["composer", ({ composer }) => cell(composer)],
  ["source", ({ source }) => source],
  ["confidence", ({ confidence }) => confidence],
  ["listeners", ({ listeners }) => String(listeners ?? "")],
];

/** All of these lines. */
export function toTracklistCsv(set: ExportedSet, lines: readonly ExportedLine[]): string {
  return toCsvTable([
    columns.map(([name]) => name),
    ...lines.map((line) => columns.map(([, value]) => value(line, set))),
  ]);
}

/** `0:00 Artist – Title`, a line for each, below what it was. The day is in UTC: a file has no viewer's zone. */
export function toTracklistText(set: ExportedSet, lines: readonly ExportedLine[]): string {
  const facts = [set.stage, new Date(set.startsAt).toISOString().slice(0, "2026-11-23".length)];
  return [
    oneLine(set.name === set.performer ? set.name : `${set.name} – ${set.performer}`),
    oneLine(facts.filter((fact) => fact !== null).join(" · ")),
    "",
    ...lines.map((line) => `${clockOffset(offsetOf(line, set))} ${nameOf(line)}`),
    "",
  ].join("\n");
}

/** A CUE sheet of the whole recording, beside a file of its sound that is called `soundFile`. */
export function toTracklistCue(set: ExportedSet, lines: readonly ExportedLine[], soundFile: string): string {
  return writeCueSheet({
    performer: set.performer,
    title: set.name,
    file: soundFile,
    tracks: lines.map((line) => ({
      start: offsetOf(line, set),
      title: shownTitle(line.title),
      performer: shownArtist(line.artist),
      isrc: line.isrc,
    })),
  });
}

/** Returns a society's file: the lines that lack nothing. `csv` has commas, `txt` tabs. */
export function toSocietyFile(
  society: Society,
  file: "csv" | "txt",
  set: ExportedSet,
  lines: readonly ExportedLine[],
): string {
  const { columns: asked } = societyRules[society];
  const rows = [
    asked.map(([name]) => name),
    ...completeFor(society, lines).map((line) => asked.map(([, value]) => cell(value(line, set)))),
  ];
  // A table with tabs knows no quotes: a cell is one line, without a tab.
  return file === "csv" ? toCsvTable(rows) : rows.map((row) => `${row.join("\t")}\r\n`).join("");
}

/** Returns a society's lines, and the lines that are left out with what they lack. */
export function describeForSociety(
  society: Society,
  set: ExportedSet,
  lines: readonly ExportedLine[],
): SocietyReport {
  const leftOut = lines.filter(isFiled).flatMap((line) => {
    const missing = missingFor(society, line);
    const fields = missing.flatMap((field) => fillable[field] ?? []);
    const lacks = { missing: missing.map((field) => fieldNames[field]), fields };
    return missing.length === 0 ? [] : [{ ...toView(line), ...lacks }];
  });
  const { name, file } = societyRules[society];
  const { startsAt: start, endsAt: end, clock: _, ...rest } = set;
  return {
    society,
    name,
    file,
    set: { ...rest, start, end },
    lines: completeFor(society, lines).map(toView),
    leftOut,
  };
}

/** The fields of `tracklist/describe` that fill what is missing; everything else is corrected in the tracklist. */
const fillable: Partial<Record<MissingField, DescribedField[]>> = {
  composer: ["composer"],
  creator: ["composer"],
  label: ["label"],
  isrcOrAlbum: ["isrc", "album", "label"],
  labelOrCode: ["label", "labelCode"],
  codeOrNumber: ["isrc", "catalogueNumber"],
};

const completeFor = (society: Society, lines: readonly ExportedLine[]) =>
  lines.filter((line) => isFiled(line) && missingFor(society, line).length === 0);

function toView(line: ExportedLine) {
  const { startsAt: start, endsAt: end, isSample: _, ...shown } = line;
  return { ...shown, start, end };
}

const offsetOf = ({ startsAt }: ExportedLine, { clock }: ExportedSet) => offsetIn(clock, startsAt);

const nameOf = ({ artist, title }: ExportedLine) => oneLine(`${shownArtist(artist)} – ${shownTitle(title)}`);
