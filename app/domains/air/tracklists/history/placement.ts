/** Placement of the tracks of a history file on a set. */
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { Line } from "../evidence.ts";
import type { HistoryEntry } from "./history-file.ts";

export interface SetSpan {
  startsAt: number;
  endsAt: number;
  /** Those that the file has made earlier are not asked. */
  lines: readonly Line[];
  /** The clock of its recording: a file with times from its own start is first read as written beside that. */
  clock: RecordingClock;
  /** The zone (IANA) of the performer's computer, where it is known. */
  timeZone?: string | undefined;
}

export interface PlacedEntry {
  entry: HistoryEntry;
  startsAt: number;
  endsAt: number;
  /** Laid between others, because the file has no time for it. */
  isApproximate: boolean;
  /** The line that already has this recording there. */
  line: Line | null;
}

export interface LeftOutEntry {
  entry: HistoryEntry;
  /** A sentence for the performer. */
  reason: string;
}

export interface Placement {
  /** Entries in the order of their times. */
  placed: PlacedEntry[];
  leftOut: LeftOutEntry[];
  /** Shift that was added to the times of the file, ms; null where it has none. */
  offsetMs: number | null;
}

/** An entry with where it began; null: nothing says. */
export interface Start {
  entry: HistoryEntry;
  at: number | null;
  isApproximate: boolean;
  reason?: string;
}

export const reasons = {
  before: "It was played before this set.",
  after: "It was played after this set.",
  unnamed: "The file does not name it.",
  timeless: "The file has no time for it.",
  tooMany: "The file has no times, and more tracks than fit into this set.",
} as const;
