/** The pages of a song, of an artist and of a label. Times are epoch ms; unknown values are null. */
import * as z from "zod/mini";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { TrackView } from "./tracks.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
const Named = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** One of the last plays of a song. */
export const RecentPlayView = z.object({
  id: z.string(),
  _id: z.string(),
  timestamp: z.number(),
  /** The time is when the encoder sent the title; false: when it began, as something else or a person has said. */
  isAnnounced: z.boolean(),
  /** Null for a performer who no longer exists. */
  user: z.nullable(PersonView),
  room: Named,
  set: Named,
});
export type RecentPlayView = z.infer<typeof RecentPlayView>;

export const TrackProfileView = z.object({
  ...TrackView.shape,
  /** Artists in their order; `artist` is their original spelling. */
  artists: z.array(z.object({ _id: z.string(), name: z.string() })),
  albumName: z.nullable(z.string()),
  labelName: z.nullable(z.string()),
  /** Id of the label's page. */
  label: z.nullable(z.string()),
  /** Date as precise as it is known: `2019`, `2019-05` or `2019-05-17`. */
  releaseDate: z.nullable(z.string()),
  copyright: z.nullable(z.string()),
  /** Twelve characters, without hyphens. */
  isrc: z.nullable(z.string()),
  composer: z.nullable(z.string()),
  publisher: z.nullable(z.string()),
  catalogueNumber: z.nullable(z.string()),
  /** `LC 01234`. */
  labelCode: z.nullable(z.string()),
  /** Length of the recording, ms. */
  durationMs: z.nullable(z.number()),
  /** Paths or addresses of the cover and of a preview. */
  art: z.nullable(z.string()),
  preview: z.nullable(z.string()),
  /** Id on Apple Music. */
  apple: z.nullable(z.string()),
  /** Id of the recording at MusicBrainz. */
  musicbrainz: z.nullable(z.string()),
  djPlayCount: z.number(),
  /** The sum of the peak listeners of every play. */
  listenCount: z.number(),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  /** Whether it is a favorite of the viewer. */
  favorited: z.boolean(),
  /** The last plays, newest first. */
  tracks: z.array(RecentPlayView),
});
export type TrackProfileView = z.infer<typeof TrackProfileView>;

/** A song of an artist or a label. */
export const SongView = z.object({
  ...TrackView.shape,
  /** Path of the cover. */
  art: z.nullable(z.string()),
  listenCount: z.number(),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  /** Null while no one has played it. */
  lastPlayed: z.nullable(z.number()),
  /** True of the last play: as in `RecentPlayView`. */
  isAnnounced: z.boolean(),
});
export type SongView = z.infer<typeof SongView>;

const totals = {
  djPlayCount: z.number(),
  listenCount: z.number(),
  favoriteCount: z.number(),
  songCount: z.number(),
  /** The most recently played first; not all where there are very many. */
  tracks: z.array(SongView),
};

/** The author of a picture, and how it may be used: shown wherever the picture is. */
export const PhotoCreditView = z.object({
  /** Plain text; null: unknown, and the license asks for no name. */
  author: z.nullable(z.string()),
  /** `CC BY-SA 4.0`, or `public domain`. */
  license: z.string(),
  licenseUrl: z.nullable(z.string()),
  /** Address of the page that describes the picture. */
  source: z.string(),
});
export type PhotoCreditView = z.infer<typeof PhotoCreditView>;

export const ArtistProfileView = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  photo: z.nullable(z.string()),
  /** Null for a picture that asks for none, such as that of a performer here. */
  photoCredit: z.nullable(PhotoCreditView),
  ...totals,
});
export type ArtistProfileView = z.infer<typeof ArtistProfileView>;

export const LabelProfileView = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  /** Id of the label that it belongs to. */
  parent: z.nullable(z.string()),
  parentLabelName: z.nullable(z.string()),
  photo: z.nullable(z.string()),
  urls: z.array(z.string()),
  ...totals,
});
export type LabelProfileView = z.infer<typeof LabelProfileView>;

export const TrackInput = z.object({ track: Id });
export type TrackInput = z.infer<typeof TrackInput>;

/** An id, or the name in any spelling. */
export const ArtistInput = z.object({ artist: z.string().check(z.minLength(1), z.maxLength(400)) });
export type ArtistInput = z.infer<typeof ArtistInput>;

export const LabelInput = z.object({ label: Id });
export type LabelInput = z.infer<typeof LabelInput>;
