import * as z from "zod/mini";
import { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { ListedPersonView, PersonView } from "#app/domains/people/people/contract/people.ts";
import { SetState } from "../../schedule/contract/set-state.ts";
import { SetView } from "../../schedule/contract/sets.ts";

/** The present state of a stage (or a profile), in the specification's field names. */
export const OnAirView = z.object({
  /** `live`: sound arrives. `reconnecting`: the source dropped within its grace time. */
  status: z.enum(["offline", "live", "reconnecting"]),
  online: z.boolean(),
  /**
   * The state of what is on air; off the air, of the next set, which is also the one that should be on; null: nothing is
   * on or next.
   */
  state: z.optional(z.nullable(SetState)),
  /** Time when the current performance went on air, or null. */
  startTime: z.nullable(z.number()),
  /** The id of the replay that is recorded of it (the set's, or that of its first broadcast); null off the air. */
  performance: z._default(z.nullable(z.string()), null),
  /** It is being recorded, and everyone may hear the recording. */
  canRewind: z.optional(z.boolean()),
  /** Latest end of the current set, or null. */
  endTime: z.nullable(z.number()),
  /** Path of the stream on air, `/live/{stream}`, or null. */
  currentUrl: z.nullable(z.string()),
  currentDj: z.nullable(PersonView),
  currentSet: z.nullable(SetView),
  nextDj: z.nullable(PersonView),
  nextSet: z.nullable(SetView),
  currentTrack: z.nullable(z.string()),
  currentTrackHistory: z.nullable(z.string()),
  currentTitle: z.nullable(z.string()),
  currentArtist: z.nullable(z.string()),
  /** The track was recognized by its sound; absent where the encoder named it. */
  currentTrackSource: z.optional(z.literal("ear")),
  currentListeners: z.number(),
});
export type OnAirView = z.infer<typeof OnAirView>;

export const offAir: OnAirView = {
  status: "offline",
  online: false,
  state: null,
  startTime: null,
  performance: null,
  canRewind: false,
  endTime: null,
  currentUrl: null,
  currentDj: null,
  currentSet: null,
  nextDj: null,
  nextSet: null,
  currentTrack: null,
  currentTrackHistory: null,
  currentTitle: null,
  currentArtist: null,
  currentListeners: 0,
};

/** A stage as listeners see it (the specification's room). Never contains a mount or a password. */
export const StageView = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  genre: z.string(),
  description: z.string(),
  thumbnail: z.nullable(z.string()),
  customUrl: z.nullable(z.string()),
  instant: z.boolean(),
  /** Path of an on-demand stage's own stream; null on a booking stage. */
  instantPublic: z.nullable(z.string()),
  weekly: z.boolean(),
  autoApprove: z.boolean(),
  membersOnly: z.boolean(),
  /** True: everything on air here is recorded, if its performer wants that too. */
  keepsReplays: z.boolean(),
  lastStreamedAt: z.nullable(z.number()),
  /** Time when it was archived: since then it is in no list and takes no bookings; null while it is open. */
  archivedAt: z.nullable(z.number()),
  subscribed: z.boolean(),
  alert: z.boolean(),
  listenCount: z.number(),
  subscriberCount: z.number(),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  setCount: z.number(),
  ...OnAirView.shape,
});
export type StageView = z.infer<typeof StageView>;

/** A stage for its managers. */
export const ManagedStageView = z.object({
  ...StageView.shape,
  /** Number of performers' requests that wait for an answer of its managers. */
  waitingRequests: z.number(),
});
export type ManagedStageView = z.infer<typeof ManagedStageView>;

/** A stage with the other data of its page. */
export const StagePageView = z.object({
  stage: StageView,
  /** The sets that are on or next, by start. */
  lineup: z.array(SetView),
  managers: z.array(ListedPersonView),
  /** Newest first. */
  recentTracks: z.array(PlayView),
  /** The performer on air, or null. */
  about: z.nullable(z.object({ ...PersonView.shape, bio: z.string() })),
});
export type StagePageView = z.infer<typeof StagePageView>;

/** A stage's id or its custom URL. */
export const StageInput = z.object({ room: z.string().check(z.minLength(1), z.maxLength(100)) });
export type StageInput = z.infer<typeof StageInput>;

/**
 * Someone who has heard this much sound counts as a listener: neither a page that is left immediately nor a player that
 * probes does.
 */
export const minHeardMs = 5_000;

/** `room` is the stage, or null while the performer plays on their profile, and `dj` names them. */
export const ListenInput = z.object({
  room: z.nullish(z.string().check(z.maxLength(100))),
  dj: z.nullish(z.string().check(z.maxLength(64))),
  set: z.nullish(z.string().check(z.maxLength(64))),
});
export type ListenInput = z.infer<typeof ListenInput>;

export const ListenView = z.object({
  /** False where this listener was counted before, or does not hear the room, or nothing is on air. */
  counted: z.boolean(),
  listenCount: z.number(),
});
export type ListenView = z.infer<typeof ListenView>;

export const AppListenerInput = z.object({
  /** The performance that is played: a set, the `profile-…` of a performance on a profile, or an on-demand stage. */
  setId: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Two letters, as returned by `stats/getCountry`. Checked but not stored: nothing is shown by country. */
  country: z.nullish(z.string().check(z.regex(/^[A-Z]{2}$/))),
});
export type AppListenerInput = z.infer<typeof AppListenerInput>;

export const AppListenerView = z.object({
  /** Whether this app counts as a listener now. False also where that performance is not on air. */
  active: z.boolean(),
});
export type AppListenerView = z.infer<typeof AppListenerView>;

export const stageLimits = {
  /** The maximum of messages that a room keeps and shows, newest first. */
  messages: 200,
  /** A chat message is shorter than this. */
  messageLength: 300,
  cheerCooldownMs: 180_000,
  /** Time after which the button is usable again without a response from the server. */
  cheerResetMs: 240_000,
  /** A set is listed as live from this long before its start. */
  upcomingLiveWindowMs: 60_000,
} as const;
