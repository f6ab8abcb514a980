/** The recording of a file among those that AcoustID names. Pure. In doubt, none. */
import type { HeardRecording } from "#app/domains/people/integrations/acoustid/client.ts";
import { plainIsrc } from "../tracks/recording-codes.ts";
import { plainTitle, serviceKey } from "../tracks/service-key.ts";

export interface HeardFile {
  /** The title of its tags; may be empty. */
  title: string;
  artists: readonly string[];
  durationMs: number;
}

/** Copies of one recording agree to 0.9 and more, as lossy ones do; others of one backing track to less. */
const minScore = 0.8;
/** Fades and silence at the end differ. AcoustID compares files of this difference at most. */
const sameLengthMs = 7_000;

/** The id of the recording, and its ISRC where it has one alone. */
export function pickHeard(
  file: HeardFile,
  heard: readonly HeardRecording[],
): { musicbrainz: string; isrc: string | null } | null {
  const fitting = heard.filter(
    ({ score, durationMs }) => score >= minScore && isAsLong(file.durationMs, durationMs),
  );
  // Several fingerprints may be linked with one recording.
  const each = [...new Map(fitting.map((recording) => [recording.id, recording])).values()];
  const one = only(each) ?? only(each.filter(isNamed(file))) ?? only(each.filter(isTitled(file)));
  if (one === null) return null;
  const isrcs = [...new Set(one.isrcs.flatMap((isrc) => plainIsrc(isrc) ?? []))];
  return { musicbrainz: one.id, isrc: only(isrcs) };
}

/** Many recordings there have no length: that of the fingerprint has been compared. */
const isAsLong = (fileMs: number, durationMs: number | null) =>
  durationMs === null || Math.abs(fileMs - durationMs) <= sameLengthMs;

const only = <Item>(items: readonly Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null);

const isNamed =
  ({ title, artists }: HeardFile) =>
  (recording: HeardRecording) =>
    title !== "" &&
    recording.title !== null &&
    serviceKey([artists.join(", ")], title) === serviceKey(recording.artists, recording.title);

const isTitled =
  ({ title, artists }: HeardFile) =>
  (recording: HeardRecording) =>
    title !== "" &&
    recording.title !== null &&
    plainTitle(artists, title) === plainTitle(recording.artists, recording.title);
