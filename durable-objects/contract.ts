/**
 * What the objects tell each other by RPC. The gateway knows which encoders are connected; rooms alone decide
 * what is on air. A stream is named by its public id here: mounts and passwords stay in the gateway.
 */
import type { LiveEntry } from "#app/context.ts";
import type { Announced } from "#app/domains/announcements/notice.ts";
import type { Level, Title } from "#app/domains/media/contract/control.ts";
import type { AwaitedSet } from "#app/domains/media/standby.ts";
import type { ConversationView } from "#app/domains/messages/contract.ts";
import type { NewNotice } from "#app/domains/notifications/contract.ts";
import type { LiveNews } from "#app/domains/notifications/go-live.ts";

/** `stage/<id>` or `profile/<id>`: how objects and the agent name a room. */
export type RoomPath = `stage/${string}` | `profile/${string}`;

/** Where the agent may send a stream: to a room, or to its owner alone. */
export type SoundPath = RoomPath | `sound-check/${string}`;

/** `conversation/<id>`: where a user may have sockets beside rooms. */
export type ConversationPath = `conversation/${string}`;

/** What the gateway knows of one broadcaster's encoder. */
export interface StreamReport {
  stream: string;
  ownerKind: "stage" | "performer";
  /** The stage's id or the performer's user id. */
  ownerId: string;
  /** `unknown`: the agent has not been heard of for 15 s. `down` keeps the last connection's facts. */
  state: "up" | "unknown" | "down";
  connection: string | null;
  connectedAt: number | null;
  firstAudioAt: number | null;
  disconnectedAt: number | null;
  title: Title | null;
  level: Level | null;
  silentSince: number | null;
  /** The stage that carries (or holds on standby) a performer's stream; null: their own profile. */
  claimedBy: RoomPath | null;
  /** Its performer hears it alone, in a sound check or on standby: this room does not carry it, and is told it is down. */
  isOffAir?: boolean;
  /** Reports with a lower or equal (fence, version) than the last are old news. */
  fence: number;
  version: number;
}

/** What a room answers to a report. */
export interface RoomAnswer {
  /** A stage takes the stream, on air or on standby. */
  wants: boolean;
  /** How many hear it, where this room has it on air. */
  listeners?: number | undefined;
  /** The performer's first set on this stage that begins soon; absent or null: there is none. */
  awaits?: AwaitedSet | null;
}

/** StageRoom and ProfileRoom. */
export interface RoomRpc {
  /**
   * Something about a stream changed. The gateway asks stages before it tells the performer's profile, so a set never
   * flashes up on the profile.
   */
  streamChanged(report: StreamReport): Promise<RoomAnswer>;
  /** To a profile, from a stage: its performer is on air there, or no longer is. */
  playsOn(stageId: string, isOn: boolean): Promise<void>;
}

/** MediaGateway. */
export interface GatewayRpc {
  /** Replaces the list of performers whose streams this stage wants to hear of; answers what is known now. */
  watch(room: RoomPath, performerIds: string[]): Promise<StreamReport[]>;
  /**
   * A stage takes or gives back a performer's stream because time passed (a set began or ended). The first stage
   * that holds a stream keeps it; the answer says who does.
   */
  claim(room: RoomPath, stream: string, wants: boolean): Promise<StreamReport | null>;
  /** The report of a stream for the room that it belongs to, when that wakes up. */
  report(stream: string): Promise<StreamReport | null>;
}

/** Lobby, as rooms see it. */
export interface LobbyRpc {
  /** What a room carries now, also when it went off the air. Not higher than the last `version`: old news. */
  roomChanged(entry: LiveEntry & { version: number }): Promise<void>;
  /**
   * A signed-in user has a socket in this room, shard (`<room path>/<index>`) or conversation, or has none any more:
   * there `dropUser` looks for them.
   */
  userJoined(place: RoomPath | ConversationPath, userId: string): Promise<void>;
  userLeft(place: RoomPath | ConversationPath, userId: string): Promise<void>;
  /** The signed-in users who have a socket in this room or on its shards. */
  present(room: RoomPath): Promise<string[]>;
}

export interface ConversationNews {
  conversation: ConversationView;
  isUnread: boolean;
  /** Rises with every change of the conversation. */
  version: number;
}

/** Alerts, one a broadcast, one an announcement and one that takes it back. */
export interface AlertsRpc {
  /** Has everyone told who wants to hear of it, but those who are in this room. Begun twice, it is begun once. */
  begin(room: RoomPath, news: LiveNews): Promise<void>;
  /** Has everyone told what operators announce who wants to hear that. */
  announce(announcement: Announced): Promise<void>;
  /** Has it withdrawn from everyone who may have been told. */
  takeBack(announcement: Pick<Announced, "number" | "at">): Promise<void>;
}

/** Inbox. */
export interface InboxRpc {
  /** Stored, and told where the kind and the user's settings say: once per `key`. */
  notify(notice: NewNotice): Promise<void>;
  /**
   * Takes back what has this key: what is not delivered yet never is, its row in the list goes, and it is not told
   * where it arrives only later. What a device has shown already stays there.
   */
  withdraw(key: string): Promise<void>;
  /** What has this key, and waits or stands in the list, says this from now on. */
  reword(key: string, message: string): Promise<void>;
  /** Whatever is about this user, and not delivered yet, never is. What is in the list stays. */
  dropAbout(userId: string): Promise<void>;
  /** What was told of this group has been seen: nothing of it is delivered any more. */
  settle(group: string): Promise<void>;
  /** A conversation as its owner sees it now; `isOpen`: some page of theirs has been told. Old versions are ignored. */
  conversationChanged(news: ConversationNews): Promise<{ isOpen: boolean }>;
  /** It is not in their list any more. */
  conversationGone(news: { id: string; version: number }): Promise<void>;
}

/**
 * The header by which the Worker marks an upgrade that the agent has signed: `control` for the gateway, `audio`
 * for a room (with `?stream=&connection=`). It and the viewer header are removed from whatever comes from outside.
 */
export const agentHeader = "x-cue-agent";

/** The header by which the Worker passes a checked session to an object with an upgrade: JSON of this. */
export const viewerHeader = "x-cue-viewer";
export interface SocketViewer {
  userId: string | null;
  username: string;
  photo: string | null;
  badge: string | null;
  sessionHash: string | null;
  /** Signed-out and embedded listeners may listen and read, not write. */
  canWrite: boolean;
  /** Who it is for the listener count (`listener-key.ts`); null: a crawler, which is served and not counted. */
  listenerKey: string | null;
  /** What the page of a user was counted as if they have logged in on it. */
  formerKey?: string | undefined;
}
