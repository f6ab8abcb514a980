/** The recording that was played, among those that MusicBrainz has. Pure. In doubt, none. */
import type { FoundRecording } from "#app/domains/people/integrations/musicbrainz/answers.ts";
import { creditedArtists, plainTitle, serviceKey } from "../tracks/service-key.ts";

export interface WantedRecording {
  artist: string;
  title: string;
  isrc: string | null;
  /** Length of the file or of the release; null: unknown. */
  durationMs: number | null;
}

/** Recordings of one length: fades and silence at the end differ. */
const sameLengthMs = 7_000;
/** A comment that tells nothing about the version. */
const plainComment = /^(?:original|album)(?: mix| version)?$/i;
const liveComment = /\blive\b/i;

/**
 * Picks one with the wanted ISRC: files may have a wrong one, so that the name must be the same but for its version.
 */
export function pickByIsrc(wanted: WantedRecording, found: readonly FoundRecording[]): string | null {
  const same = found.filter((each) => isOfName(wanted, each));
  if (same.length <= 1) return same[0]?.id ?? null;
  const exact = same.filter((each) => isSameName(wanted, each));
  return exact.length === 1 ? (exact[0]?.id ?? null) : null;
}

/**
 * Picks the one of the wanted length among those with the wanted name. Without a length all must be one length, because
 * versions of the same name differ in it.
 */
export function pickByName(wanted: WantedRecording, found: readonly FoundRecording[]): string | null {
  const named = found.filter((each) => !each.isVideo && isSameName(wanted, each) && !isOther(wanted, each));
  const { durationMs } = wanted;
  if (durationMs !== null) {
    const [best] = named
      .flatMap(({ id, lengthMs }) => (lengthMs === null ? [] : { id, by: Math.abs(lengthMs - durationMs) }))
      .filter(({ by }) => by <= sameLengthMs)
      .toSorted((a, b) => a.by - b.by);
    return best?.id ?? null;
  }
  const plain = named.filter(({ comment }) => comment === "" || plainComment.test(comment));
  const lengths = plain.flatMap(({ lengthMs }) => lengthMs ?? []);
  if (lengths.length < plain.length && plain.length > 1) return null;
  const isOne = lengths.length === 0 || Math.max(...lengths) - Math.min(...lengths) <= sameLengthMs;
  return isOne ? (plain[0]?.id ?? null) : null;
}

/** Whether a recording has the name of the wanted one, but for its version and for who else is credited. */
export function isOfName(
  wanted: Pick<WantedRecording, "artist" | "title">,
  { artists, title }: Pick<FoundRecording, "artists" | "title">,
): boolean {
  const [own, other] = [creditedArtists([wanted.artist], wanted.title), creditedArtists(artists, title)];
  const isAmong = (some: readonly string[], all: readonly string[]) =>
    some.length > 0 && some.every((name) => all.includes(name));
  return (
    plainTitle([wanted.artist], wanted.title) === plainTitle(artists, title) &&
    (isAmong(own, other) || isAmong(other, own))
  );
}

const isSameName = (wanted: WantedRecording, { artists, title }: FoundRecording) =>
  serviceKey([wanted.artist], wanted.title) === serviceKey(artists, title);

/** A concert's recording has the name of the studio's. */
const isOther = ({ title }: WantedRecording, { comment }: FoundRecording) =>
  liveComment.test(comment) && !liveComment.test(title);
