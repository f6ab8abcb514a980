/**
 * The RPC methods of the objects. The gateway knows which encoders are connected; rooms alone decide what is on air.
 * Here a stream is identified by its public id: mounts and passwords stay in the gateway.
 */
import type { LiveEntry } from "#app/context.ts";
import type { FetchRequest, FetchResult } from "#app/domains/air/media/contract/fetch.ts";
import type { AwaitedSet } from "#app/domains/air/media/standby.ts";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import type { TapeFile, TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import type { LiveNews } from "#app/domains/people/notifications/go-live.ts";
import type { Announced } from "#app/domains/value/announcements/notice.ts";

/** A place to which the agent may send a stream: a room, or its owner alone. */
export type SoundPath = RoomPath | `sound-check/${string}`;

/** `conversation/<id>`: where a user may have sockets beside rooms. */
export type ConversationPath = `conversation/${string}`;

/** A room's response to a report. */
export interface RoomAnswer {
  /** A stage takes the stream, on air or on standby. */
  wants: boolean;
  /** Number of its listeners, where this room has it on air. */
  listeners?: number | undefined;
  /** The performer's next set on this stage, if it starts soon; absent or null where there is none. */
  awaits?: AwaitedSet | null;
}

/** StageRoom and ProfileRoom. */
export interface RoomRpc {
  /**
   * Something about a stream has changed. The gateway asks stages before it notifies the performer's profile, so that a
   * set never appears on the profile for a moment.
   */
  streamChanged(report: StreamReport): Promise<RoomAnswer>;
  /** Tells a profile, from a stage, that its performer is on air there, or no longer is. */
  playsOn(stageId: string, isOn: boolean): Promise<void>;
}

/** MediaGateway. */
export interface GatewayRpc {
  /** Replaces the list of performers whose streams this stage wants to be notified of; returns what is known now. */
  watch(room: RoomPath, performerIds: string[]): Promise<StreamReport[]>;
  /**
   * A stage takes or gives back a performer's stream because time passed (a set started or ended). The first stage that
   * holds a stream keeps it; the result is the holder.
   */
  claim(room: RoomPath, stream: string, wants: boolean): Promise<StreamReport | null>;
  /** The report of a stream for the room that it belongs to, when that starts up. */
  report(stream: string): Promise<StreamReport | null>;
  /** The agent makes a request to another service; null where none is connected that does. */
  fetchElsewhere(request: Omit<FetchRequest, "type" | "id">): Promise<FetchResult | null>;
}

/** A place where a user can have sockets that are closed with their session. A shard of a room has its own. */
export type Place = RoomPath | ConversationPath;

/** The number of listeners of a room. */
export type RoomCount = Pick<LiveEntry, "kind" | "id"> & { currentListeners: number };

/** An event of the lobby as it goes over a socket, and the room that has changed with it. */
export interface LobbyFrame {
  seq: number;
  text: string;
  entry: LiveEntry | null;
}

/** A message of the lobby to its shards. */
export interface LobbyNews {
  /** The number of the last event. */
  seq: number;
  /** The newest events, oldest first. */
  frames: LobbyFrame[];
  /** The numbers of listeners that have changed. */
  counts: RoomCount[];
  /** Time when lists of stages and sets were last out of date (epoch ms), or null. */
  upcomingChangedAt: number | null;
  /** `log`: events were deleted. `pages`: also a room, and pages start again with a snapshot. */
  deleted: "log" | "pages" | null;
}

/**
 * The rooms that are live now, and the events after a certain one; `missed` is null where the lobby does not have all
 * of them.
 */
export interface LobbyState extends Pick<LobbyNews, "seq" | "upcomingChangedAt"> {
  entries: LiveEntry[];
  missed: string[] | null;
}

/** Lobby, as rooms and its shards see it. */
export interface LobbyRpc {
  /**
   * Reports a room's state on air, also when it has gone off the air. A `version` that is not higher than the last is
   * ignored. Returns how often at most a room reports a change of nothing but its number of listeners.
   */
  roomChanged(entry: LiveEntry & { version: number }): Promise<{ countsEveryMs: number }>;
  /** Returns what is live, with the events after `since`; from now on this shard is told of changes. */
  follow(shard: number, since: number | null): Promise<LobbyState>;
}

/** LobbyShard. */
export interface LobbyShardRpc {
  /** Something has changed. Returns false where no one here wants to know. */
  news(news: LobbyNews): Promise<boolean>;
  /** Returns every room with something on air, or whose set should be. */
  live(): Promise<LiveEntry[]>;
  /**
   * A user of this shard has a socket in this room, shard (`<room path>/<index>`) or conversation, or no longer has one:
   * these are the places where `dropUser` closes sockets.
   */
  userJoined(place: Place, userId: string): Promise<void>;
  userLeft(place: Place, userId: string): Promise<void>;
  /** The users of this shard who have a socket in this room or on its shards. */
  present(room: RoomPath): Promise<string[]>;
  isPresent(room: RoomPath, userId: string): Promise<boolean>;
  /** Closes every socket of this user, or of one of their sessions, here and everywhere else. */
  dropUser(userId: string, sessionHash?: string): Promise<void>;
  /**
   * Deletes the places of a deleted account, and those of others at its profile. Throws while some have to be closed.
   */
  forgetUser(userId: string): Promise<void>;
}

export interface ConversationNews {
  conversation: ConversationView;
  isUnread: boolean;
  /** Rises with every change of the conversation. */
  version: number;
}

/** Alerts: one object per broadcast, one per announcement and one for withdrawing it. */
export interface AlertsRpc {
  /** Alerts everyone who wants to know, except the people in this room. Idempotent. */
  begin(room: RoomPath, news: LiveNews): Promise<void>;
  /** Sends an announcement to everyone who wants announcements. */
  announce(announcement: Announced): Promise<void>;
  /** Withdraws it from everyone who may have received it. */
  takeBack(announcement: Pick<Announced, "number" | "at">): Promise<void>;
}

/** Inbox. */
export interface InboxRpc {
  /** Stores the notice and delivers it once per `key`, by the channels of its kind and the user's settings. */
  notify(notice: NewNotice): Promise<void>;
  /**
   * Withdraws the notice with this key: it is not delivered any more, its row in the list is deleted, and it is ignored
   * if it arrives only later. What a device has already shown stays there.
   */
  withdraw(key: string): Promise<void>;
  /** Changes the text of the notice with this key, whether it is still waiting or already listed. */
  reword(key: string, message: string): Promise<void>;
  /** Cancels the delivery of notices about this user. Listed ones stay. */
  dropAbout(userId: string): Promise<void>;
  /** The notices of this group have been seen elsewhere: cancels their delivery. */
  settle(group: string): Promise<void>;
  /**
   * A conversation as its owner sees it now; `isOpen`: an open page of theirs has received it. Old versions are
   * ignored.
   */
  conversationChanged(news: ConversationNews): Promise<{ isOpen: boolean }>;
  /** It is no longer in their list. */
  conversationGone(news: { id: string; version: number }): Promise<void>;
}

/**
 * The header by which the Worker marks an upgrade that the agent has signed: `control` for the gateway, `audio` for a
 * room (with `?stream=&connection=`). It and the viewer header are removed from all outside requests.
 */
export const agentHeader = "x-cue-agent";

/** The header by which the Worker passes a verified session to an object with an upgrade: this as JSON. */
export const viewerHeader = "x-cue-viewer";
export interface SocketViewer {
  userId: string | null;
  username: string;
  photo: string | null;
  badge: string | null;
  /** Read with each message that they write. */
  isPerformer?: boolean | undefined;
  sessionHash: string | null;
  /** Signed-out and embedded listeners may listen and read, not write. */
  canWrite: boolean;
  /** The identity for the listener count (`listener-key.ts`); null: a crawler, which is served and not counted. */
  listenerKey: string | null;
  /** The key of a network without an account, by which its sockets are limited; absent where it is unknown. */
  network?: string | undefined;
  /** The key under which the page was counted before its user logged in on it. */
  formerKey?: string | undefined;
}

/** The subject of a tape's recording: fixed at the first batch of a performance. */
export interface TapeSubject {
  /** The id of the broadcast that is on air; the replay has that of the first. */
  broadcast: string;
  /** The set's id, otherwise the id of the first broadcast: the name of the object. */
  performance: string;
  room: RoomPath;
  stageId: string | null;
  performerId: string | null;
  setId: string | null;
}

/** About five seconds of what a room received of one connection of an encoder. */
export interface TapeBatch {
  subject: TapeSubject;
  /** The encoder's connection: numbers of frames belong to it. */
  connection: string;
  /** The oldest frame of each kind that the source still has: what is missing before it will never come. */
  held: Partial<Record<"opus" | "mp3" | "levels", number>>;
  /** Uplink frames in any order, each after its length (u32, big-endian). Frames that are known already are ignored. */
  frames: Uint8Array;
}

/** The batches that a tape has received, counted from 1, and those of them that it has stored. */
export interface TapeReceipt {
  /** Id of the running object: after an eviction it is another one, and what was only received is lost. */
  tape: string;
  /** Number of the last batch. */
  received: number;
  /** All up to this number are stored. */
  stored: number;
}

/**
 * A tape's answer to a batch. `keeps`: false where nothing may be recorded, and nothing was. `isPublic`: everyone may hear
 * what is recorded.
 */
export type TapeAnswer =
  | { keeps: true; isPublic: boolean; receipt: TapeReceipt }
  | { keeps: false; isPublic: false };

/** Tape: one per performance; holds what is not in R2 yet. */
export interface TapeRpc {
  /** Receives a batch, which is stored with one of the next. */
  append(batch: TapeBatch): Promise<TapeAnswer>;
  /**
   * The broadcast is over, at this server time: stores all that was received. Another broadcast of the same performance
   * may follow. Idempotent.
   */
  end(subject: TapeSubject, endedAt: number): Promise<TapeReceipt>;
  /** Stores all that was received: its source is gone, and may not send it again. */
  store(): Promise<TapeReceipt>;
  /** Null where nothing is recorded. */
  index(): Promise<TapeIndex | null>;
  /** The bytes of a chunk that is not in R2; null where it is there by now, or was deleted. */
  readChunk(n: number, file: TapeFile): Promise<Uint8Array | null>;
  /** Rights may have changed in D1: reads them again, and deletes what may not be kept. */
  rightsChanged(): Promise<void>;
  /** Deletes everything, also from R2, and records nothing more. */
  erase(): Promise<void>;
}
