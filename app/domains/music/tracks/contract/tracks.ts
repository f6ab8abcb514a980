import * as z from "zod/mini";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { pageSchema } from "#app/paging.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));

export const TrackView = z.object({
  id: z.string(),
  _id: z.string(),
  title: z.string(),
  artist: z.string(),
  /** Id of the track on Spotify, or null. */
  spotify: z.nullable(z.string()),
});
export type TrackView = z.infer<typeof TrackView>;

/** A track in the tracklist of its performance: without ids, as "ID", where its performer hides it from the viewer. */
export const ListedTrackView = z.object({
  ...TrackView.shape,
  id: z.nullable(z.string()),
  _id: z.nullable(z.string()),
});
export type ListedTrackView = z.infer<typeof ListedTrackView>;

/** The source that has named a play, which says how sure that is (`tracklists/derive.ts`). */
export const playSources = ["encoder", "ear", "history", "performer", "listener", "manager"] as const;
export const playConfidences = ["possible", "named", "fileable"] as const;

const StageName = z.nullable(z.object({ id: z.string(), name: z.string() }));

/** A track heard once on a broadcast: the specification's track history entry. Times are epoch ms. */
export const PlayView = z.object({
  id: z.string(),
  _id: z.string(),
  timestamp: z.number(),
  /** The time is when the encoder sent the title; false: when it began, as something else or a person has said. */
  isAnnounced: z.boolean(),
  track: TrackView,
  listenCount: z.number(),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  set: z.nullable(z.string()),
  dj: z.nullable(PersonView),
  room: StageName,
});
export type PlayView = z.infer<typeof PlayView>;

export const PlayPage = pageSchema(PlayView);
export type PlayPage = z.infer<typeof PlayPage>;

/** A listener's mark on a track, with where they heard it. */
export const FavoriteView = z.object({
  track: TrackView,
  trackHistory: z.nullable(z.string()),
  set: z.nullable(z.string()),
  dj: z.nullable(PersonView),
  room: StageName,
  timestamp: z.number(),
  /** False in the response to an unfavorite. */
  favorited: z.boolean(),
  /** This call created it; false where it already existed. */
  fresh: z.boolean(),
});
export type FavoriteView = z.infer<typeof FavoriteView>;

/**
 * `trackHistory` names the play that was audible when the heart was pressed; it alone decides who is credited. `set`
 * and `dj` are accepted because the calls have them, but not trusted. `mediaAt` is the server time in the sound at the
 * listener's ear, epoch ms.
 */
export const FavoriteInput = z.object({
  track: Id,
  trackHistory: z.nullish(Id),
  set: z.nullish(Id),
  dj: z.nullish(Id),
  fresh: z.nullish(z.boolean()),
  mediaAt: z.nullish(z.number()),
});
export type FavoriteInput = z.infer<typeof FavoriteInput>;

/** `getFavorites` returns this many, the newest: a user with more requests the older ones. */
export const maxListedFavorites = 1_000;

/** Tracks that a page shows. */
export const FavoritedInput = z.object({ tracks: z.array(Id).check(z.minLength(1), z.maxLength(100)) });
export type FavoritedInput = z.infer<typeof FavoritedInput>;

export const FavoritePage = pageSchema(FavoriteView);
export type FavoritePage = z.infer<typeof FavoritePage>;
