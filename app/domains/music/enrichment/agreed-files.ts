/** The recording that the files of several independent people are. Pure. */
import { countIndependent, type Voice } from "#app/domains/people/accounts/independent.ts";

/** A file of a crate, and the account whose word its tags are. */
interface OwnedFile extends Voice {
  isrc: string | null;
  /** Id of the recording at MusicBrainz. */
  musicbrainz: string | null;
  durationMs: number;
}

/** One person's file decides nothing that all see: there may be several recordings of that name. */
const minPeople = 2;
/** Recordings of one length: fades and silence at the end differ. */
const sameLengthMs = 7_000;

/** Returns the values that enough of these files agree on; null where too few do, or on several values. */
export function agreeOn(files: readonly OwnedFile[], now: number) {
  const isAgreed = (some: readonly OwnedFile[]) => countIndependent(some, now) >= minPeople;
  const only = (valueOf: (file: OwnedFile) => string | null) => {
    const agreed = [...Map.groupBy(files, valueOf)].flatMap(([value, some]) =>
      value && isAgreed(some) ? [value] : [],
    );
    return agreed.length === 1 ? (agreed[0] ?? null) : null;
  };
  const lengths = files
    .map(({ durationMs }) => durationMs)
    .filter((ms) =>
      isAgreed(files.filter(({ durationMs }) => durationMs >= ms && durationMs <= ms + sameLengthMs)),
    );
  const isOneLength = lengths.length > 0 && Math.max(...lengths) - Math.min(...lengths) <= sameLengthMs;
  return {
    isrc: only(({ isrc }) => isrc),
    heardAs: only(({ musicbrainz }) => musicbrainz),
    durationMs: isOneLength ? Math.min(...lengths) : null,
  };
}
