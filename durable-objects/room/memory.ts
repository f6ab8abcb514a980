/**
 * The stored values of a room beside its tables: every name with its schema. What D1, the gateway or the agent sends
 * again is expendable; what only the room knows, and still owes to someone, is not.
 */
import * as z from "zod/mini";
import { Title } from "#app/domains/air/media/contract/control.ts";
import { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import { Level } from "#app/domains/air/media/contract/quality.ts";
import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { OnAir } from "#app/domains/air/stages/on-air.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { TrackIdentity } from "#app/domains/music/tracks/identity.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import type { LiveNews, WasLive } from "#app/domains/people/notifications/go-live.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { remembered } from "#packages/durable/memory.ts";
import type { TapeSubject } from "../contract.ts";
import type { RoomFacts, StoredModeration } from "./facts.ts";
import type { OpenPerformance } from "./on-air/performances.ts";

const expendable = { isExpendable: true };
const Texts = z.array(z.string());
const RoomPathText = z.templateLiteral([
  z.enum(["stage", "profile"]),
  "/",
  z.string(),
]) satisfies z.ZodMiniType<RoomPath>;
const Owner = z.templateLiteral([
  z.enum(["user", "stage"]),
  "/",
  z.string(),
]) satisfies z.ZodMiniType<OwnerPath>;

// Facts from D1

const ScheduledSet = z.object({
  id: z.string(),
  stageId: z.string(),
  performerId: z.string(),
  startsAt: z.number(),
  endsAt: z.number(),
});
const Facts: z.ZodMiniType<RoomFacts> = z.looseObject({
  kind: z.enum(["booking", "onDemand", "profile"]),
  name: z.string(),
  ownStream: z.nullable(z.string()),
  performer: z.nullable(PersonView),
  sets: z.array(SetView),
  elsewhere: z.array(ScheduledSet),
  favoriteCount: z.number(),
  cheerCount: z.number(),
  listenCount: z.optional(z.number()),
  setCount: z.optional(z.number()),
  trackAskers: z.optional(z.array(Owner)),
  showingStats: z.optional(Texts),
  readAt: z.number(),
});
export const roomFacts = remembered("facts", z.nullable(Facts), null, expendable);

const Moderation: z.ZodMiniType<StoredModeration> = z.looseObject({
  settings: z.looseObject({ slowSeconds: z.number(), hasLinks: z.boolean(), blockedWords: Texts }),
  managerIds: Texts,
});
export const moderation = remembered("moderation", z.nullable(Moderation), null, expendable);

// Packets

/** Numbers below this one may have been given to packets. */
export const packetSeq = remembered("packetSeq", z.number(), 0);

// On air

const StoredOnAir: z.ZodMiniType<OnAir> = z.looseObject({
  stream: z.string(),
  performerId: z.nullable(z.string()),
  setId: z.nullable(z.string()),
  status: z.enum(["live", "reconnecting"]),
  lost: z.nullable(z.looseObject({ state: z.enum(["down", "unknown"]), since: z.number() })),
});

const StoredBroadcast = z.object({
  id: z.string(),
  startedAt: z.number(),
  peakListeners: z.number(),
  /** The highest number of those who had listened for five seconds. Missing in broadcasts of an earlier version. */
  steadyPeak: z.optional(z.number()),
  onAir: StoredOnAir,
  /** The performance that it is part of: `performances.ts`. Missing in broadcasts of an earlier version. */
  performance: z.optional(z.string()),
});
/** One continuous stay of a stream on air in this room. */
export type Broadcast = Required<z.infer<typeof StoredBroadcast>>;

const withDefaults = (stored: z.infer<typeof StoredBroadcast>): Broadcast => ({
  ...stored,
  steadyPeak: stored.steadyPeak ?? 0,
  performance: stored.performance ?? stored.onAir.setId ?? stored.id,
});
const Broadcast = z.pipe(StoredBroadcast, z.transform(withDefaults));

export interface Previous {
  broadcast: Broadcast;
  endedAt: number;
}

export const presentBroadcast = remembered<Broadcast | null>(
  "broadcast",
  z.nullable(Broadcast),
  null,
  expendable,
);
export const previousBroadcast = remembered<Previous | null>(
  "previous-broadcast",
  z.nullable(z.object({ broadcast: Broadcast, endedAt: z.number() })),
  null,
  expendable,
);

const StoredPerformance: z.ZodMiniType<OpenPerformance> = z.looseObject({
  id: z.string(),
  performerId: z.nullable(z.string()),
  endedAt: z.number(),
});
/** Performances without a set that may still go on. */
export const openPerformances = remembered("performances", z.array(StoredPerformance), [], expendable);

const StoredReport: z.ZodMiniType<StreamReport> = z.looseObject({
  stream: z.string(),
  ownerKind: z.enum(["stage", "performer"]),
  ownerId: z.string(),
  claimedBy: z.nullable(RoomPathText),
  isOffAir: z.optional(z.boolean()),
  fence: z.number(),
  version: z.number(),
  state: z.enum(["up", "unknown", "down"]),
  connection: z.nullable(z.string()),
  connectedAt: z.nullable(z.number()),
  firstAudioAt: z.nullable(z.number()),
  disconnectedAt: z.nullable(z.number()),
  title: z.nullable(Title),
  level: z.nullable(Level),
  silentSince: z.nullable(z.number()),
  heard: z.optional(z.array(HeardLine)),
});
/** The last report of each stream; the gateway repeats them. */
export const streamReports = remembered(
  "reports",
  z.array(z.tuple([z.string(), StoredReport])),
  [],
  expendable,
);
/** The streams that this room claims. */
export const wantedStreams = remembered("wanted", Texts, []);

/** Time when each of a stage's sets was last on air here, epoch ms. */
export const playedSets = remembered("sets-played", z.record(z.string(), z.number()), {}, expendable);

export type OpenSilence = z.infer<typeof OpenSilence>;
const OpenSilence = z.object({ broadcast: Broadcast, since: z.number() });
export const openSilence = remembered("silence", z.nullable(OpenSilence), null, expendable);

// Tracks

const PlayedTrack = z.object({
  mediaAt: z.number(),
  track: z.nullable(z.string()),
  trackHistory: z.string(),
  title: z.string(),
  artist: z.string(),
  source: z.optional(z.literal("ear")),
});

const Play = z.object({
  id: z.string(),
  trackId: z.string(),
  broadcastId: z.string(),
  key: z.string(),
  /** Its position in the sound (server time, epoch ms). */
  at: z.number(),
  /** The highest number of simultaneous listeners while it was the current one. */
  peakListeners: z.number(),
  /** The ear has named it, not the encoder. */
  isOfEar: z.optional(z.boolean()),
  /** The performance that it is part of. */
  performance: z.optional(z.string()),
  /** The keys of the tracks that it was before it was corrected: what has named it then does not name it again. */
  said: z.optional(Texts),
  /** The track as it is shown since it was corrected. */
  shown: z.optional(PlayedTrack),
  /**
   * Time when its encoder began something without a title, or the ear heard the last of it (server time, epoch ms):
   * from there on no track is current.
   */
  endedAt: z.optional(z.number()),
  /** It is none any more, but part of the play `into`, or of none. */
  gone: z.optional(z.object({ into: z.nullable(z.string()) })),
});
/** A track that was played in this room. */
export type Play = z.infer<typeof Play>;
export const lastPlays = remembered("plays", z.array(Play), [], expendable);

/** Broadcast and key of the last accepted title. */
export const takenTitle = remembered("taken-title", z.nullable(z.string()), null, expendable);

const WaitingCorrection = z.object({
  id: z.string(),
  into: z.nullable(z.string()),
  performance: z.string(),
  /** Time when it is to be read, epoch ms. */
  at: z.number(),
  /** Told again while it is read, it is another one. */
  n: z.number(),
});
/** A play whose correction is still to be read from D1. */
export type WaitingCorrection = z.infer<typeof WaitingCorrection>;
export const correctedPlays = remembered("corrected-plays", z.array(WaitingCorrection), []);

const Identity: z.ZodMiniType<TrackIdentity> = z.looseObject({
  key: z.string(),
  artist: z.string(),
  title: z.string(),
  artists: z.array(z.looseObject({ key: z.string(), name: z.string() })),
});

const KeptLine = z.object({
  line: HeardLine,
  broadcastId: z.string(),
  /** The id of its row of evidence, and of the play that it begins. */
  evidence: z.string(),
  track: Identity,
  grade: z.enum(["A", "B", "C"]),
  witnesses: z.number(),
  /** The reference is the performer's own. Missing in lines of an earlier version, which were not asked. */
  isOwn: z.optional(z.boolean()),
  isSure: z.boolean(),
  isPlayed: z.boolean(),
  /** Counts what was stored of it. */
  writes: z.number(),
});
/** The room's record of a line of the ear. */
export type KeptLine = z.infer<typeof KeptLine>;
export const heardLines = remembered("heard-lines", z.array(KeptLine), [], expendable);
/** Performances whose evidence is still to be made plays. */
export const heardPerformances = remembered("heard-performances", Texts, []);

const UnnamedLine = z.object({
  line: HeardLine,
  broadcastId: z.string(),
  /** The id of its row of evidence. */
  evidence: z.string(),
  isStored: z.boolean(),
});
export type UnnamedLine = z.infer<typeof UnnamedLine>;
export const unnamedLines = remembered("unnamed-lines", z.array(UnnamedLine), [], expendable);

// What others are still to be told

const Live: z.ZodMiniType<WasLive> = z.looseObject({
  performerId: z.nullable(z.string()),
  setId: z.nullable(z.string()),
  until: z.number(),
});
export const wasLive = remembered("was-live", z.nullable(Live), null, expendable);

const LiveNewsItem: z.ZodMiniType<LiveNews> = z.looseObject({
  broadcastId: z.string(),
  performer: z.nullable(z.looseObject({ id: z.string(), username: z.string() })),
  stage: z.nullable(z.looseObject({ id: z.string(), name: z.string(), isTold: z.boolean() })),
  at: z.number(),
});
export const goneLive = remembered("gone-live", z.array(LiveNewsItem), []);

const SetNews = z.object({
  kind: z.enum(["late", "started-late", "missed", "still-connected"]),
  set: z.object({
    id: z.string(),
    name: z.string(),
    startTime: z.number(),
    endTime: z.nullable(z.number()),
    performer: z.object({ id: z.string(), username: z.string() }),
  }),
  at: z.number(),
  /** Its performer's encoder is connected, and nothing is heard. */
  isConnected: z.optional(z.boolean()),
});
export type SetNewsItem = z.infer<typeof SetNews>;
export const setNews = remembered("set-news", z.array(SetNews), []);
/** Set and kind of what was noted, so that it is told once. */
export const notedSetNews = remembered("set-news-noted", Texts, []);

const Person = z.object({ id: z.string(), username: z.string() });
const Place = z.object({ id: z.string(), name: z.string() });
const booked = { name: z.string(), startsAt: z.number(), endsAt: z.number() };
const onAir = {
  broadcast: z.string(),
  performer: z.nullable(Person),
  stage: z.nullable(Place),
  set: z.nullable(z.object({ id: z.string(), ...booked })),
};
const happened = { key: z.string(), at: z.number(), path: z.string() };
/** The kinds of events that happen in a room. */
const RoomEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("live"), ...happened, ...onAir }),
  z.object({
    kind: z.literal("track"),
    ...happened,
    ...onAir,
    track: z.object({ id: z.string(), artist: z.string(), title: z.string() }),
  }),
  z.object({ kind: z.literal("ended"), ...happened, ...onAir, replay: z.nullable(z.string()) }),
]) satisfies z.ZodMiniType<OwnEvent>;

const WaitingEvent = z.object({ owners: z.array(Owner), event: RoomEvent });
export type WaitingEvent = z.infer<typeof WaitingEvent>;
export const ownEvents = remembered("own-events", z.array(WaitingEvent), []);

const GoingOn = z.object({
  performance: z.string(),
  owners: z.array(Owner),
  onAir: z.object({ ...onAir, path: z.string() }),
  /** Time since which it is off the air, or null. */
  offSince: z.nullable(z.number()),
});
/** A performance that was told of, until it has ended for good. */
export type GoingOn = z.infer<typeof GoingOn>;
export const toldPerformances = remembered("told-performances", z.array(GoingOn), []);

/** The performers whose profiles know that they play here. */
export const toldProfiles = remembered("profiles-told", Texts, []);
/** The stages on which the performer of this profile plays. */
export const playsOn = remembered("plays-on", Texts, []);

// Recordings

const Subject: z.ZodMiniType<TapeSubject> = z.looseObject({
  broadcast: z.string(),
  performance: z.string(),
  room: RoomPathText,
  stageId: z.nullable(z.string()),
  performerId: z.nullable(z.string()),
  setId: z.nullable(z.string()),
});
const TapeEnd = z.object({ subject: Subject, endedAt: z.number() });
export type TapeEnd = z.infer<typeof TapeEnd>;
export const tapeEnds = remembered("tape-ends", z.array(TapeEnd), []);

export const recordedPerformances = remembered("recorded-performances", Texts, [], expendable);
export const publicRecordings = remembered("public-recordings", Texts, [], expendable);
const Recorded = z.object({ performance: z.string(), performerId: z.string() });
export type Recorded = z.infer<typeof Recorded>;
export const firstRecordings = remembered("first-recordings", z.array(Recorded), []);

// Listeners

const PlayAudience = z.object({
  play: z.string(),
  salt: z.string(),
  users: Texts,
  networks: z.record(z.string(), z.number()),
});
export type PlayAudience = z.infer<typeof PlayAudience>;
export const playAudience = remembered("play-listeners", z.nullable(PlayAudience), null, expendable);

const ListenSalt = z.object({ performance: z.string(), text: z.string() });
export const listenSalt = remembered("listen-salt", z.nullable(ListenSalt), null, expendable);
