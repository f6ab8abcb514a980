/** Responses of MusicBrainz (https://musicbrainz.org/doc/MusicBrainz_API), as far as they are read here. */
import * as z from "zod/mini";

const Id = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const Words = z.nullish(z.string());
const Credit = z.nullish(
  z.array(z.object({ name: z.string(), artist: z.nullish(z.object({ id: Id, name: z.string() })) })),
);

const Found = z.object({
  id: Id,
  title: z.string(),
  length: z.nullish(z.number()),
  video: z.nullish(z.boolean()),
  disambiguation: Words,
  "artist-credit": Credit,
});

export interface FoundRecording {
  id: string;
  title: string;
  artists: string[];
  lengthMs: number | null;
  isVideo: boolean;
  /** The distinction from others of the same name, such as "live" or "extended mix"; usually empty. */
  comment: string;
}

const toFound = ({ id, title, length, video, disambiguation, ...found }: z.infer<typeof Found>) => ({
  id,
  title,
  artists: (found["artist-credit"] ?? []).map(({ name }) => name),
  lengthMs: length ?? null,
  isVideo: video ?? false,
  comment: disambiguation ?? "",
});

const FoundList = z.object({ recordings: z.array(Found) });

/** Reads the recordings of a search, and of an ISRC. */
export const readFound = (json: unknown): FoundRecording[] | null =>
  FoundList.safeParse(json).data?.recordings.map(toFound) ?? null;

const Relation = z.object({
  type: z.string(),
  ended: z.nullish(z.boolean()),
  url: z.nullish(z.object({ resource: z.string() })),
  work: z.nullish(
    z.object({
      relations: z.nullish(
        z.array(z.object({ type: z.string(), artist: z.nullish(z.object({ name: z.string() })) })),
      ),
    }),
  ),
});
const Group = z.object({ "secondary-types": z.nullish(z.array(z.string())) });
const Recording = z.object({
  ...Found.shape,
  isrcs: z.nullish(z.array(z.string())),
  relations: z.nullish(z.array(Relation)),
  releases: z.nullish(
    z.array(
      z.object({
        id: Id,
        title: z.string(),
        status: Words,
        date: Words,
        "release-group": z.nullish(Group),
      }),
    ),
  ),
});

const collections: ReadonlySet<string> = new Set(["Compilation", "DJ-mix", "Mixtape/Street"]);

export interface ReleaseSummary {
  id: string;
  title: string;
  isOfficial: boolean;
  /** Has recordings that appeared elsewhere before. */
  isCollection: boolean;
  /** `2019`, `2019-05` or `2019-05-17`; null: unknown. */
  date: string | null;
}

export interface CreditedArtist {
  id: string;
  /** Its own, and as it is credited here. */
  names: string[];
}

export interface RecordingDetails extends FoundRecording {
  credits: CreditedArtist[];
  isrcs: string[];
  composers: string[];
  /** Its pages at other services. */
  links: string[];
  releases: ReleaseSummary[];
}

const wrote: ReadonlySet<string> = new Set(["composer", "writer"]);

export function readRecording(json: unknown): RecordingDetails | null {
  const recording = Recording.safeParse(json).data;
  if (recording === undefined) return null;
  const relations = recording.relations ?? [];
  const composers = relations
    .flatMap(({ work }) => work?.relations ?? [])
    .flatMap(({ type, artist }) => (wrote.has(type) && artist ? [artist.name] : []));
  return {
    ...toFound(recording),
    credits: (recording["artist-credit"] ?? []).flatMap(({ name, artist }) =>
      artist ? { id: artist.id, names: [...new Set([artist.name, name])] } : [],
    ),
    isrcs: recording.isrcs ?? [],
    composers: [...new Set(composers)],
    links: relations.flatMap(({ url }) => url?.resource ?? []),
    releases: (recording.releases ?? []).map(({ id, title, status, date, "release-group": group }) => ({
      id,
      title,
      isOfficial: status === "Official",
      isCollection: (group?.["secondary-types"] ?? []).some((type) => collections.has(type)),
      date: dateOf(date),
    })),
  };
}

const Release = z.object({
  id: Id,
  "label-info": z.nullish(
    z.array(
      z.object({
        "catalog-number": Words,
        label: z.nullish(z.object({ name: z.string(), "label-code": z.nullish(z.number()) })),
      }),
    ),
  ),
});

export interface ReleaseLabel {
  /** Null where the release has only a number. */
  name: string | null;
  /** The code as it is printed, `0123` or `LC 0123`; null: unknown. */
  code: string | null;
  catalogueNumber: string | null;
}

export function readRelease(json: unknown): ReleaseLabel[] | null {
  const release = Release.safeParse(json).data;
  if (release === undefined) return null;
  return (release["label-info"] ?? []).map(({ label, "catalog-number": number }) => ({
    name: label?.name ?? null,
    code: label?.["label-code"] == null ? null : String(label["label-code"]),
    catalogueNumber: number || null,
  }));
}

const Artist = z.object({ id: Id, relations: z.nullish(z.array(Relation)) });

/** A page elsewhere. `type`: what it is to the artist, such as `image` or `wikidata`. */
export interface ArtistLink {
  type: string;
  address: string;
}

export const readArtist = (json: unknown): ArtistLink[] | null =>
  Artist.safeParse(json).data?.relations?.flatMap(({ type, url, ended }) =>
    url && !ended ? { type, address: url.resource } : [],
  ) ?? null;

const dateOf = (text: string | null | undefined) =>
  text != null && /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(text) ? text : null;
