/** A line of a tracklist with everything that files of it and reports to collecting societies contain. */

import { hiddenName } from "#app/domains/music/tracks/shown.ts";
import type { RecordingClock } from "../../replays/recording-clock.ts";
import type { DescribedField, FieldSource } from "../contract/exports.ts";
import type { Confidence, EvidenceKind } from "../evidence.ts";

export interface ExportedLine {
  id: string;
  /** Number of the line, from 1. */
  order: number;
  /** Epoch ms. */
  startsAt: number;
  /** Null where nothing tells when it ended. */
  endsAt: number | null;
  /** Both are empty for a line that nobody has named. */
  artist: string;
  title: string;
  album: string | null;
  label: string | null;
  labelCode: string | null;
  catalogueNumber: string | null;
  isrc: string | null;
  composer: string | null;
  publisher: string | null;
  /** Length of the whole recording, not of what was heard of it; null where it is not known. */
  durationMs: number | null;
  /** Sources of the fields that have a value. */
  sources: Partial<Record<DescribedField, FieldSource>>;
  source: EvidenceKind;
  confidence: Confidence;
  isOwn: boolean;
  isSample: boolean;
  /** Number of different listeners who heard any part of it; null where it was not counted. */
  listeners: number | null;
}

/** Facts about the set as a whole. */
export interface ExportedSet {
  id: string;
  name: string;
  performer: string;
  stage: string | null;
  clock: RecordingClock;
  startsAt: number;
  endsAt: number | null;
  /** The name of the service in reports: this instance's. */
  service: string;
}

/** Returns how long it was heard, in whole seconds; null where nothing tells, or where that would be less than one. */
export function heardSeconds({ startsAt, endsAt }: Pick<ExportedLine, "startsAt" | "endsAt">): number | null {
  const seconds = endsAt === null ? 0 : Math.round((endsAt - startsAt) / 1_000);
  return seconds > 0 ? seconds : null;
}

/** The fields that say what was played, without what they say: for a line that is hidden. */
export function withoutName(line: ExportedLine): ExportedLine {
  return {
    ...line,
    ...hiddenName,
    album: null,
    label: null,
    labelCode: null,
    catalogueNumber: null,
    isrc: null,
    composer: null,
    publisher: null,
    durationMs: null,
    isOwn: false,
  };
}
