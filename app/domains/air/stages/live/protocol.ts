/**
 * The messages of a room's socket: `/realtime/stage/{stage}` and `/realtime/profile/{user}`. JSON frames; while a
 * listener hears the stream the same events arrive inside the binary frames of `media/contract/frames.ts`.
 */
import * as z from "zod/mini";
import { OnAirView } from "../contract/stages.ts";

export const ChatMessage = z.object({
  _id: z.string(),
  /** The sender's name at the time of writing. */
  user: z.string(),
  userId: z.string(),
  message: z.string(),
  /** Epoch ms, the server's. */
  time: z.number(),
  /** Image path of the sender's badge, or null. */
  badge: z.nullable(z.string()),
  /** The sender's photo path, or null. */
  profile: z.nullable(z.string()),
  /** True where the sender was a performer. */
  dj: z.optional(z.boolean()),
  /** The `_id` of the message that it answers; that one may be gone by now. */
  replyTo: z.optional(z.string()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * A tip as a row of the chat. A hidden one is from "Anonymous", with an empty id and no badge. A tip has no text.
 */
export const TipMessage = z.object({
  /** The tip's id. */
  _id: z.string(),
  /** Epoch ms, the server's. */
  time: z.number(),
  fromUsername: z.string(),
  fromId: z.string(),
  fromBadge: z.nullable(z.string()),
  toUsername: z.string(),
  toId: z.string(),
  toBadge: z.nullable(z.string()),
  /** Tokens. */
  amount: z.number(),
  /** Server time in the sound that it was given for: shown when the listener hears that sound. */
  mediaAt: z.optional(z.number()),
});
export type TipMessage = z.infer<typeof TipMessage>;

/** The public part of a stage's chat settings. */
const ChatRules = z.object({
  /** Minimum time between two messages of one person; 0: off. */
  slowSeconds: z.number(),
  hasLinks: z.boolean(),
});

/** State of a profile: whether its performer is live anywhere, and on which stage; `room` null: here, or nowhere. */
const ProfileStatus = z.object({ live: z.boolean(), room: z.nullable(z.string()) });
export type ProfileStatus = z.infer<typeof ProfileStatus>;

const Listeners = z.object({
  currentListeners: z.number(),
  /** The total plays of a stage, where they have changed. */
  listenCount: z.optional(z.number()),
  /** Its sets that were on air, where they have changed. */
  setCount: z.optional(z.number()),
});

/** A track of this performance and the server time at which it starts in the sound. */
const PlayedTrack = z.object({
  mediaAt: z.number(),
  /** Null while its performer hides it: then its title and artist are "ID". */
  track: z.nullable(z.string()),
  trackHistory: z.string(),
  title: z.string(),
  artist: z.string(),
  /** Recognized by its sound; absent where the encoder named it. */
  source: z.optional(z.literal("ear")),
});
export type PlayedTrack = z.infer<typeof PlayedTrack>;

/** The encoder plays something without a title from `mediaAt` on: no track is current until the next one. */
const TrackEnded = z.object({ mediaAt: z.number(), trackHistory: z.string() });

/** Plays of the performance on air that someone has corrected: as they are now, and those that are none any more. */
const TracksCorrected = z.object({
  tracks: z.array(PlayedTrack),
  /** `into`: the play that it is part of now, or null. */
  removed: z.array(z.object({ trackHistory: z.string(), into: z.nullable(z.string()) })),
});
export type TracksCorrected = z.infer<typeof TracksCorrected>;

/** Everything a client needs to draw a room. */
export const RoomState = z.object({
  kind: z.enum(["stage", "profile"]),
  id: z.string(),
  name: z.string(),
  ...OnAirView.shape,
  /** Server time at which the current title starts in the sound, or null. */
  currentTrackAt: z.nullable(z.number()),
  /** Tracks played within the last minute before the current one, newest first: some listeners still hear them. */
  earlierTracks: z.optional(z.array(PlayedTrack)),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  /** The total plays of a stage, once the room knows them. */
  listenCount: z.optional(z.number()),
  /** The sets of a stage that were on air, once the room knows them. */
  setCount: z.optional(z.number()),
  /** Newest first. */
  messages: z.array(ChatMessage),
  /** The tips of the time that `messages` covers, newest first; absent: none. */
  tips: z.optional(z.array(TipMessage)),
  /** The stage's chat settings; without them nothing is restricted. */
  chatRules: z.optional(ChatRules),
  /** Only in a profile's room. */
  profileStatus: z.optional(ProfileStatus),
});
export type RoomState = z.infer<typeof RoomState>;

const event = <Name extends string, Data extends z.core.$ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data, seq: z.number(), at: z.number() });

/**
 * The server's events. `seq` increases by one per event of a room and survives its restarts. `mediaAt` is the server
 * time in the sound that an event belongs to: it is shown when the listener hears that sound.
 */
export const RoomEvent = z.discriminatedUnion("event", [
  event("snapshot", RoomState),
  event("room listeners", Listeners),
  /** The same count, which a profile's room sends in addition. */
  event("profile listeners", Listeners),
  /** The performer of this profile went live, here or on a stage, or no longer is. */
  event("profile status", ProfileStatus),
  /** Another performance is on air (or none): replaces the on-air fields and clears the current song. */
  event("room set", OnAirView),
  /** The same performance, with other details: status, next performer, times. */
  event("update set", OnAirView),
  /** Also a track that was added later, with its time: then it is not always the current one. */
  event("new track", PlayedTrack),
  event("track ended", TrackEnded),
  event("tracks corrected", TracksCorrected),
  event(
    "favorited",
    z.object({
      mediaAt: z.number(),
      /** Empty while its performer hides it. */
      track: z.string(),
      favoriteCount: z.number(),
      trackFavoriteCount: z.number(),
      /** A heart is shown: not where a favorite was removed, and once for each person and play. */
      isFavorited: z.optional(z.boolean()),
    }),
  ),
  event(
    "cheered",
    z.object({ mediaAt: z.number(), userId: z.string(), user: z.string(), cheerCount: z.number() }),
  ),
  /** `user` of a hidden tip: "Anonymous". `totalTips`: tokens of this performance; null where the performer hides it. */
  event(
    "tipped",
    z.object({
      mediaAt: z.number(),
      tip: z.string(),
      amount: z.number(),
      user: z.string(),
      totalTips: z.nullable(z.number()),
    }),
  ),
  /** A tip as a row of the chat, in a stage's and in a profile's room. */
  event("room tipped", TipMessage),
  event("profile tipped", TipMessage),
  event("room message", ChatMessage),
  event("profile message", ChatMessage),
  event("message deleted", z.object({ _id: z.string() })),
  event("chat rules", ChatRules),
]);
export type RoomEvent = z.infer<typeof RoomEvent>;

/**
 * Frame to the sockets of one user, without `seq`: a manager has timed them out of the chat or banned them, or has lifted
 * that (null); also after they connect. `until`: epoch ms, the server's; null: until it is lifted.
 */
export const ChatRestricted = z.object({
  event: z.literal("chat restricted"),
  data: z.nullable(z.object({ until: z.nullable(z.number()) })),
});
export type ChatRestricted = z.infer<typeof ChatRestricted>;

/** Responses to one client message, matched by `id`; they have no `seq` and are never replayed. */
export const RoomReply = z.discriminatedUnion("event", [
  /** Sent after storage. */
  z.object({ event: z.literal("ack"), id: z.string(), data: z.unknown() }),
  z.object({
    event: z.literal("error"),
    id: z.nullable(z.string()),
    error: z.string(),
    code: z.string(),
    retryAfterMs: z.optional(z.number()),
  }),
]);
export type RoomReply = z.infer<typeof RoomReply>;

export const ServerFrame = z.union([RoomEvent, RoomReply]);
export type ServerFrame = z.infer<typeof ServerFrame>;

export const socketLimits = {
  /** Events kept for `?since=`. */
  eventLog: 500,
  /** Milliseconds of audio kept: an outage of 20 s, the reconnect, and as much again for a listener far behind. */
  ringMs: 40_000,
  /** The part of these that a `resume` without `behind` is sent: a listener near live would only skip over more. */
  resumeMs: 2_000,
  chatBurst: 5,
  chatPerMs: 5_000,
  stageChatPerSecond: 50,
} as const;
