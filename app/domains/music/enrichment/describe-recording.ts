/** Fields that are taken of a recording and of its releases at MusicBrainz. Pure. */
import type {
  RecordingDetails,
  ReleaseLabel,
  ReleaseSummary,
} from "#app/domains/people/integrations/musicbrainz/answers.ts";
import { foldName } from "../tracks/identity.ts";
import { plainIsrc, plainLabelCode } from "../tracks/recording-codes.ts";

/** Composers are one line. */
const maxComposers = 6;

export interface FoundLinks {
  /** Ids at these services; undefined: not linked. */
  spotify?: string | undefined;
  apple?: string | undefined;
}

/** Returns the fields of the recording itself. Of several ISRCs none: any of them may be that of another release. */
export function describeRecording({ isrcs, composers, lengthMs, links }: RecordingDetails) {
  const codes = [...new Set(isrcs.flatMap((isrc) => plainIsrc(isrc) ?? []))];
  return {
    isrc: codes.length === 1 ? codes[0] : undefined,
    composer: composers.slice(0, maxComposers).join(", ") || undefined,
    durationMs: lengthMs !== null && lengthMs > 0 ? Math.round(lengthMs) : undefined,
    ...readLinks(links),
  };
}

function readLinks(links: readonly string[]): FoundLinks {
  const urls = links.flatMap((link) => URL.parse(link) ?? []);
  const path = (host: string, pattern: RegExp) =>
    urls.flatMap((url) => (url.hostname === host ? (pattern.exec(url.pathname)?.[1] ?? []) : []))[0];
  return {
    spotify: path("open.spotify.com", /^\/track\/([A-Za-z0-9]{22})$/),
    apple: path("music.apple.com", /^\/(?:[a-z]{2}\/)?song\/(?:[^/]+\/)?(\d{1,20})$/),
  };
}

/**
 * The release by which a recording is described: the first official one, no collection where there is another. `album`:
 * what is known already, so that the rest is not of another release. Null: there is none that fits.
 */
export function pickRelease(
  releases: readonly ReleaseSummary[],
  { album }: { album: string | null },
): ReleaseSummary | null {
  const fitting = releases.filter(
    ({ isOfficial, title }) => isOfficial && (album === null || foldName(album) === foldName(title)),
  );
  const [first] = fitting.toSorted(
    (a, b) => Number(a.isCollection) - Number(b.isCollection) || compareDates(a.date, b.date),
  );
  return first ?? null;
}

/** Unknown dates last; `2019` is any day of that year. */
const compareDates = (a: string | null, b: string | null) =>
  (a ?? "9999") < (b ?? "9999") ? -1 : a === b ? 0 : 1;

/** A release of an artist without a label is said to be on this one. */
const noLabel = "[no label]";
const noNumber = "[none]";

/** Returns the fields of a release's label; null where something else is known already: then it is another release. */
export function describeLabel(
  labels: readonly ReleaseLabel[],
  known: { label: string | null; catalogueNumber: string | null },
): { label?: string; labelCode?: string; catalogueNumber?: string } | null {
  const named = labels.filter(({ name }) => name !== null && name !== noLabel);
  if (named.length === 0) return {};
  const own = named.find(
    ({ name, catalogueNumber }) =>
      agrees(known.label, name, foldName) && agrees(known.catalogueNumber, catalogueNumber, foldNumber),
  );
  if (own === undefined) return null;
  const { name, catalogueNumber: number } = own;
  const labelCode = plainLabelCode(own.code ?? "");
  return {
    ...(name !== null && { label: name }),
    ...(labelCode !== null && { labelCode }),
    ...(number !== null && number !== noNumber && { catalogueNumber: number }),
  };
}

/** True where both agree; what is unknown on either side agrees with everything. */
const agrees = (known: string | null, said: string | null, fold: (text: string) => string) =>
  !known || !said || fold(known) === fold(said);

/** `NBR 012`, `NBR-012` and `nbr012` are one. */
const foldNumber = (text: string) => text.toLowerCase().replace(/[\s._/-]/g, "");
