import type { AppContext } from "#app/context.ts";
import { readClock } from "../../replays/clock.server.ts";
import type { SocietyReport } from "../contract/exports.ts";
import type { Society, TracklistView } from "../contract/tracklists.ts";
import type { Line } from "../evidence.ts";
import { keepLong } from "../keep-long.server.ts";
import { openTracklist, readLines } from "../open.server.ts";
import { inOwnWords } from "../own-words.ts";
import { type FoundPerformance, openPerformance, requireOwnPerformance } from "../performance.server.ts";
import { findPerformanceNames, listPlaysOf } from "../queries/tracklists.ts";
import { type ReadFields, readFields, readPublicFields } from "../read-fields.server.ts";
import { type ExportedLine, type ExportedSet, withoutName } from "./exported.ts";
import {
  describeForSociety,
  toSocietyFile,
  toTracklistCsv,
  toTracklistCue,
  toTracklistText,
} from "./files.ts";
import { societyRules } from "./societies.ts";

export const tracklistFiles = ["csv", "cue", "txt"] as const;
export type TracklistFile = (typeof tracklistFiles)[number];

export interface NamedFile {
  text: string;
  /** The name of the downloaded file. */
  name: string;
}

/** A file of what everyone may see: the same for everyone, also for those who see more. Throws `not-found`. */
export async function exportTracklist(
  ctx: AppContext,
  { set: id, file }: { set: string; file: TracklistFile },
): Promise<NamedFile> {
  const found = await openPerformance(ctx, id);
  const write = () => writeFile(ctx, found, file);
  return found.role === null ? keepLong(ctx, found.performance.id, file, write) : write();
}

async function writeFile(ctx: AppContext, found: FoundPerformance, file: TracklistFile): Promise<NamedFile> {
  const { set, lines, hidesStats } = await readExport(ctx, found, readPublicFields);
  const now = ctx.clock.now();
  const shown = lines
    .filter(({ line, trackId }) => trackId !== null && line.confidence !== "possible")
    .map(({ line, hiddenUntil }) => ((hiddenUntil ?? 0) > now ? withoutName(line) : line))
    .map((line, index) => ({ ...line, order: index + 1, listeners: hidesStats ? null : line.listeners }));
  const stem = stemOf(set);
  switch (file) {
    case "csv":
      return { text: toTracklistCsv(set, shown), name: `${stem}.csv` };
    case "cue":
      return { text: toTracklistCue(set, shown, `${stem}.mp3`), name: `${stem}.cue` };
    case "txt":
      return { text: toTracklistText(set, shown), name: `${stem}.txt` };
  }
}

/** The tracklist as everyone sees it. Throws `not-found`. */
export async function exportTracklistView(ctx: AppContext, set: string): Promise<TracklistView> {
  return openTracklist({ ...ctx, viewer: null }, { set });
}

/** The file that a society takes, for the performer and managers. Throws `not-found` for everyone else. */
export async function exportForSociety(
  ctx: AppContext,
  { set: id, file, society }: { set: string; file: "csv" | "txt"; society: Society },
): Promise<NamedFile> {
  const { set, lines } = await readOwnExport(ctx, id);
  const text = toSocietyFile(society, file, set, lines);
  return { text, name: `${stemOf(set)} - ${societyRules[society].name}.${file}` };
}

/** Returns what would be in that file, and what is missing in the lines that would not. Throws `not-found` likewise. */
export async function openSocietyReport(
  ctx: AppContext,
  { set: id, society }: { set: string; society: Society },
): Promise<SocietyReport> {
  const { set, lines } = await readOwnExport(ctx, id);
  return describeForSociety(society, set, lines);
}

/** Returns the report of its performer or a manager. To managers a line that the performer hides has no name yet. */
async function readOwnExport(ctx: AppContext, id: string) {
  const own = await requireOwnPerformance(ctx, id);
  const { set, lines } = await readExport(ctx, own, readFields);
  const now = ctx.clock.now();
  const isHidden = (until: number | null) => own.role === "manager" && (until ?? 0) > now;
  return {
    set,
    lines: lines.map(({ line, hiddenUntil }) =>
      isHidden(hiddenUntil) ? { ...withoutName(line), artist: "", title: "" } : line,
    ),
  };
}

interface ReadLine {
  line: ExportedLine;
  trackId: string | null;
  hiddenUntil: number | null;
}

async function readExport(ctx: AppContext, { performance }: FoundPerformance, read: typeof readFields) {
  const lines = await readLines(ctx, performance);
  const ids = lines.flatMap(({ trackId }) => trackId ?? []);
  const [fields, clock, plays, names] = await Promise.all([
    read(ctx, performance, ids),
    readClock(ctx, performance),
    listPlaysOf(ctx.db, performance),
    findPerformanceNames(ctx.db, performance),
  ]);
  const listeners = new Map(plays.map((play) => [play.id, play.listeners]));
  const performer = names?.performer ?? "";
  const { id, startsAt, endsAt } = performance;
  const set: ExportedSet = {
    id,
    name: names?.set ?? performer,
    performer,
    stage: names?.stage ?? null,
    clock,
    startsAt,
    endsAt,
    service: new URL(ctx.config.origin).host,
  };
  const exported = lines.map((line, index): ReadLine => {
    const counted = listeners.get(line.id) ?? 0;
    const told = { order: index + 1, listeners: counted === 0 ? null : counted };
    return {
      line: toExported(line, fields.get(line.trackId ?? ""), told),
      trackId: line.trackId,
      hiddenUntil: line.hiddenUntil,
    };
  });
  return { set, lines: exported, hidesStats: names?.hidesStats ?? false };
}

function toExported(
  { id, startsAt, endsAt, artist, title, source, confidence, isOwn, isSample }: Line,
  fields: ReadFields | undefined,
  { order, listeners }: Pick<ExportedLine, "order" | "listeners">,
): ExportedLine {
  return {
    id,
    order,
    startsAt,
    endsAt,
    ...(fields === undefined ? { artist, title } : inOwnWords({ artist, title }, fields.track)),
    album: fields?.known.album ?? null,
    label: fields?.known.label ?? null,
    labelCode: fields?.known.labelCode ?? null,
    catalogueNumber: fields?.known.catalogueNumber ?? null,
    isrc: fields?.known.isrc ?? null,
    composer: fields?.known.composer ?? null,
    publisher: fields?.known.publisher ?? null,
    durationMs: fields?.durationMs ?? null,
    sources: fields?.sources ?? {},
    source,
    confidence,
    isOwn,
    isSample,
    listeners,
  };
}

/** The start of its file names: performer, set and day (UTC). */
function stemOf({ name, performer, startsAt }: ExportedSet): string {
  const day = new Date(startsAt).toISOString().slice(0, "2026-11-23".length);
  return [...new Set([performer, name, day])].filter((part) => part !== "").join(" - ");
}
