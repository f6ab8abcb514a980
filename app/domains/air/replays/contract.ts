/** Replays: broadcasts that can be played again. Positions and durations are in ms from the start of the recording. */
import * as z from "zod/mini";
import { ListedTrackView, playConfidences, playSources } from "#app/domains/music/tracks/contract/tracks.ts";
import { ReplayVisibility } from "#app/domains/people/people/contract/my-profile.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { pageSchema } from "#app/paging.ts";
import { ReplayView } from "./replay-view.ts";

// On its own: every page with a set loads it, and not the rest.
export { ReplayView };

/** A track of a replay. The numbers are null where its performer hides statistics. */
export const ReplayTrackView = z.object({
  /** The play's id. */
  id: z.string(),
  start: z.number(),
  /** Position from which nobody knows what is played, or the next track has begun; null while it is heard. */
  end: z.nullable(z.number()),
  /** Epoch ms. */
  timestamp: z.number(),
  source: z.enum(playSources),
  confidence: z.enum(playConfidences),
  listenCount: z.nullable(z.number()),
  favoriteCount: z.nullable(z.number()),
  cheerCount: z.nullable(z.number()),
  track: ListedTrackView,
});
export type ReplayTrackView = z.infer<typeof ReplayTrackView>;

/**
 * A gap between two sounds of a recording: at `at` in the file, `duration` passed in which nothing was received. With
 * `isPause` nothing was broadcast either; otherwise that sound is missing.
 */
export const ReplayGap = z.object({
  at: z.number(),
  duration: z.number(),
  isPause: z.optional(z.literal(true)),
});
export type ReplayGap = z.infer<typeof ReplayGap>;

export const ReplayRights = z.object({
  visibility: ReplayVisibility,
  download: z.boolean(),
  feed: z.boolean(),
});
export type ReplayRights = z.infer<typeof ReplayRights>;

/** Everything that a replay's page and the player need. */
export const ReplayDetailsView = z.object({
  ...ReplayView.shape,
  /** The set's name, otherwise the performer's or the stage's name. */
  name: z.string(),
  /** The set's id; null for a performance without one. */
  set: z.nullable(z.string()),
  /** The key of its tracklist: the set's id, otherwise that of its first broadcast. */
  performance: z.string(),
  performer: z.nullable(PersonView),
  /** The stage; null where it was on air on the performer's profile. */
  room: z.nullable(z.object({ id: z.string(), name: z.string(), thumbnail: z.nullable(z.string()) })),
  startTime: z.number(),
  /** Null while it is on air. */
  endTime: z.nullable(z.number()),
  /** Paths of the sound; `mp3` is null where there is none. Both have byte ranges. */
  opus: z.string(),
  mp3: z.nullable(z.string()),
  /** The size of the Opus file with `duration`: positions in it are found by that. */
  opusBytes: z.number(),
  /** This viewer may download both. */
  isDownloadable: z.boolean(),
  /** Time until which it stays, epoch ms; null: until its performer deletes it. */
  availableUntil: z.nullable(z.number()),
  listenCount: z.nullable(z.number()),
  gaps: z.array(ReplayGap),
  /** Two per second, 0 to 255. */
  peaks: z.array(z.number()),
  /** Tracks by time. */
  tracks: z.array(ReplayTrackView),
  /** Times of cheers; null where its performer hides statistics. */
  cheers: z.nullable(z.array(z.number())),
  /**
   * Rights, for its performer and for the managers of an on-demand stage without a performer; null for everyone else.
   */
  rights: z.nullable(ReplayRights),
});
export type ReplayDetailsView = z.infer<typeof ReplayDetailsView>;

/** A replay in a list of all that everyone may hear. */
export const ListedReplayView = z.object({
  ...ReplayView.shape,
  /** The same as in the details. */
  name: ReplayDetailsView.shape.name,
  set: ReplayDetailsView.shape.set,
  performer: ReplayDetailsView.shape.performer,
  room: ReplayDetailsView.shape.room,
  startTime: z.number(),
  endTime: ReplayDetailsView.shape.endTime,
  /** The genre of its stage, otherwise the first tag of its performer; may be empty. */
  genre: z.string(),
});
export type ListedReplayView = z.infer<typeof ListedReplayView>;
export const ReplayPage = pageSchema(ListedReplayView);
export type ReplayPage = z.infer<typeof ReplayPage>;

/** Events of the room, shown when their sound is heard. */
export const ReplayEventsView = z.object({
  chat: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      userId: z.string(),
      user: z.string(),
      profile: z.nullable(z.string()),
      badge: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
  /** Each as a row of the chat; of a hidden one the name is "Anonymous" and the id empty. */
  tips: z._default(
    z.array(
      z.object({
        id: z.string(),
        at: z.number(),
        fromUsername: z.string(),
        fromId: z.string(),
        toUsername: z.string(),
        toId: z.string(),
        /** Tokens. */
        amount: z.number(),
      }),
    ),
    [],
  ),
  /** Times of favorites that still exist. */
  hearts: z.array(z.number()),
  cheers: z.array(z.number()),
});
export type ReplayEventsView = z.infer<typeof ReplayEventsView>;

/** A replay of one's own, with its rights. */
export const OwnReplayView = z.object({
  ...ReplayView.shape,
  name: z.string(),
  set: z.nullable(z.string()),
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  startTime: z.number(),
  endTime: z.nullable(z.number()),
  availableUntil: z.nullable(z.number()),
  listenCount: z.number(),
  bytes: z.number(),
  rights: ReplayRights,
});
export type OwnReplayView = z.infer<typeof OwnReplayView>;

const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** A replay by its own id, or that of its set. */
export const ReplayInput = z.object({ replay: Id });
export type ReplayInput = z.infer<typeof ReplayInput>;

/** Only the given fields change. `never` deletes what is recorded. */
export const UpdateReplayInput = z.object({
  replay: Id,
  visibility: z.optional(ReplayVisibility),
  download: z.optional(z.boolean()),
  feed: z.optional(z.boolean()),
});
export type UpdateReplayInput = z.infer<typeof UpdateReplayInput>;
