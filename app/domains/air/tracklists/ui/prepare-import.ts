/** The effect of a history file, found out in the browser before anything is sent. */

import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../contract/tracklists.ts";
import type { Line } from "../evidence.ts";
import { type HistoryFile, UnreadableHistory } from "../history/history-file.ts";
import { placeHistory } from "../history/place.ts";
import type { Placement } from "../history/placement.ts";
import { readHistoryFile } from "../history/read-history-file.ts";
import { toCsv } from "../history/to-csv.ts";

/** The set that a file is laid onto. */
export interface ImportedSet {
  id: string;
  /** Times on air, epoch ms; the end is null while it is on air. */
  startsAt: number;
  endsAt: number | null;
  lines: readonly TracklistLine[];
  clock: RecordingClock;
}

export interface PreparedImport {
  /** The file as it was chosen, to read it again with another charset. */
  chosen: File;
  file: HistoryFile;
  placement: Placement;
  /** The content to send: the file itself, or the part of a database that is about this set. */
  content: Blob;
  /** Name without its folder, used on the server. */
  name: string;
  timeZone: string;
  /** The charset with which the server reads it as it was read here; undefined where the content says it. */
  charset: Charset | undefined;
}

/** Databases of a whole library may be large, and are read here. */
const maxReadBytes = 150 * 1024 * 1024;
/** Maximum size that fits as base64 into the limit of the call. */
const maxSentBytes = 5_900_000;
const maxNameLength = 200;

/** Throws `UnreadableHistory` with a sentence for the performer. `charset`: what they have chosen instead of the guess. */
export async function prepareImport(
  chosen: File,
  set: ImportedSet,
  charset?: Charset,
): Promise<PreparedImport> {
  if (chosen.size > maxReadBytes)
    throw new UnreadableHistory(
      "This file is too large for a play history. Choose the history file of one night.",
    );
  const file = readHistoryFile(new Uint8Array(await chosen.arrayBuffer()), chosen.name, charset);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const placement = placeHistory(file, {
    startsAt: set.startsAt,
    endsAt: set.endsAt ?? Date.now(),
    lines: set.lines.map(toLine),
    clock: set.clock,
    timeZone,
  });
  const isDatabase = file.format === "serato-sqlite" || file.format === "engine-sqlite";
  const content =
    isDatabase || chosen.size > maxSentBytes
      ? new Blob([toCsv({ ...file, entries: around(file, placement) })])
      : chosen;
  return {
    chosen,
    file,
    placement,
    content,
    name: chosen.name.slice(-maxNameLength),
    timeZone,
    charset: content === chosen ? file.charset?.name : undefined,
  };
}

/** The plays of this set and the two on each side: other nights stay on the performer's computer. */
function around({ entries }: HistoryFile, { placed }: Placement): HistoryFile["entries"] {
  const own = new Set(placed.map(({ entry }) => entry));
  const first = entries.findIndex((entry) => own.has(entry));
  const last = entries.findLastIndex((entry) => own.has(entry));
  return first < 0 ? [] : entries.slice(Math.max(0, first - 2), last + 3);
}

function toLine(line: TracklistLine): Line {
  const { id, track, start, end, source, kinds, confidence } = line;
  return {
    id,
    plays: [],
    source,
    kinds,
    confidence,
    namedBy: [],
    versions: [],
    suggestions: [],
    hiddenUntil: null,
    trackId: track?._id ?? null,
    artist: track?.artist ?? "",
    title: track?.title ?? "",
    startsAt: start,
    endsAt: end,
    isConfirmed: line.isConfirmed,
    isOwn: line.isOwn,
    isSample: line.isSample,
    isContradicted: line.isContradicted,
    isAnothers: false,
  };
}

/** The base64 of what is sent. */
export async function toBase64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const piece = 0x8000;
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + piece)));
  return btoa(parts.join(""));
}
