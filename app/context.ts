import type { Placed, PlacementChoice } from "#app/domains/air/media/standby.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { CaptchaView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { Signer } from "#app/domains/people/accounts/security/signer.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import type { Db } from "#db/client.ts";
import type { EncoderRecord } from "./domains/air/media/encoder-record.ts";
import type { TestProgress } from "./domains/air/media/rules-test-progress.ts";
import type { ConversationPort } from "./domains/air/messages/port.ts";
import type { Tapes } from "./domains/air/replays/port.ts";
import type { Rooms } from "./domains/air/stages/port.ts";
import type { RoomPath } from "./domains/air/stages/room-path.ts";
import type { PictureKind } from "./domains/base/pictures/contract.ts";
import type { ColdIndex, LivePeaks, ReferencePeaks } from "./domains/music/recognition/port.ts";
import type { UsageMeterPort } from "./domains/outside/operator/usage/port.ts";
import type { MailLine } from "./domains/outside/status/rules.ts";
import type { DeliveriesPort, OwnerPath } from "./domains/people/deliveries/port.ts";
import type { Connect } from "./domains/people/integrations/elsewhere.ts";
import type { NewNotice } from "./domains/people/notifications/contract.ts";
import type { AnnouncementView } from "./domains/value/announcements/contract.ts";
import type { Announced } from "./domains/value/announcements/notice.ts";
import type { Caller } from "./domains/value/stats/ports.ts";
import type { Wallets } from "./domains/value/tokens/port.ts";
import type { Refusal } from "./errors.ts";

export type { Room } from "./domains/air/stages/port.ts";

/** The caller, as identified by the session; everything about them is read on the server. */
export interface Viewer {
  id: string;
  username: string;
  photo: string | null;
  badge: string | null;
  performerType: "dj" | "musician" | null;
  isPerformer: boolean;
  hasPassedTest: boolean;
  isManager: boolean;
  isOperator: boolean;
  /** SHA-256 (hex) of the session's token, used to end only this session. */
  sessionHash: string;
}

/** Everything that an operation may use, built per request; tests build one with a manual clock and recording fakes. */
export interface AppContext {
  /** The database of this request: one that only reads may be answered by a replica. */
  db: Db;
  /** The primary of the database, for what a request that reads must know before it writes. */
  primaryDb: Db;
  viewer: Viewer | null;
  clock: Clock;
  ids: Ids;
  rooms: Rooms;
  lobby: LobbyPort;
  inboxes: Inboxes;
  alerts: AlertsPort;
  pushServices: PushServices;
  conversations: Conversations;
  media: Media;
  pictures: Pictures;
  tapes: Tapes;
  referencePeaks: ReferencePeaks;
  livePeaks: LivePeaks;
  coldIndex: ColdIndex;
  /** The accounts of people on other services. */
  connect: Connect;
  deliveries: Deliveries;
  wallets: Wallets;
  vault: Vault;
  signer: Signer;
  limits: Limits;
  captcha: Captcha;
  mail: Mail;
  /** The counts of what this instance uses of the platform. */
  meter: UsageMeterPort;
  config: Config;
  log: Log;
  /** Work that no one waits for, started after the response is made: the response's time reveals nothing about it. */
  afterAnswer(name: string, work: () => Promise<void>): void;
  /** Network of the request, shortened to a /64 for IPv6; only used as a key of counters. */
  clientKey: string;
  /** Two-letter code of the country the request came from, or null where the edge does not report it. */
  country: string | null;
  caller: Caller;
  answers: KeptAnswers;
  /** Number of clients that may share that key: 1 at the edge, more where nothing in front distinguishes addresses. */
  clientShare: number;
}

/** Epoch milliseconds. */
export interface Clock {
  now(): number;
}

/** `next()` returns a ULID: ids sort by creation time, also within a millisecond. */
export interface Ids {
  next(): string;
}

export interface Config {
  isLocal: boolean;
  /** The instance's own origin, without a trailing slash; never taken from a request. */
  origin: string;
  ingestHost: string;
  ingestPort: number;
  version: string;
  /** Whether email reaches people: a deployed copy has a binding that sends it, a local one its outbox. */
  canSendEmail: boolean;
  /** Addresses of the apps in the two stores, or null where there is none. */
  stores: { apple: string | null; google: string | null };
  links: SiteLinks;
  /** The public VAPID key with which browsers subscribe to pushes (base64url), or null where nothing is pushed. */
  pushKey: string | null;
  /** The one stage (its id or custom URL) that shows a text instead of its schedule and tabs, or null. */
  specialStage: { stage: string; text: string } | null;
  /** Users who register before this time (epoch ms) are pioneers; null: no one is automatically. */
  pioneersUntil: number | null;
  /** New tokens in a day (UTC) that claims may bring. */
  tokensPerDay: number;
  /** Address where people write to the operators: an email address, or null where none is configured. */
  contact: string | null;
}

/** Other places where the people of this instance meet: web addresses, or null where there is none. */
export interface SiteLinks {
  forum: string | null;
  community: string | null;
  feed: string | null;
  mixes: string | null;
}

export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

/** Cached values that are the same for everyone and may be slightly outdated. */
export interface KeptAnswers {
  /**
   * The value computed under this name within the last `forMs` (whole seconds), otherwise the result of `compute` now.
   */
  keep<T>(name: string, forMs: number, compute: () => Promise<T>): Promise<T>;
}

/** One entry of what is live now. */
export interface LiveEntry {
  kind: "stage" | "profile";
  id: string;
  onAir: OnAirView;
  /** Time when a room that is off the air went off (epoch ms), where the room remembers. */
  lastStreamedAt?: number | undefined;
}

export interface LobbyPort {
  /** Every room with something on air, or whose set should be, by `kind:id`. */
  live(): Promise<LiveEntry[]>;
  /** Sets were booked, moved or cancelled: open timetables are read again. */
  upcomingChanged(): Promise<void>;
  /** There is a new announcement: open pages show it. */
  announced(announcement: AnnouncementView): Promise<void>;
  /** An announcement was retracted. */
  retracted(number: number): Promise<void>;
  /** Closes every socket of this user, or of one of their sessions, in the lobby and in all rooms they are in. */
  dropUser(userId: string, sessionHash?: string): Promise<void>;
  /** The account was deleted, with its profile: removes everything about it here. */
  forgetUser(userId: string): Promise<void>;
}

/** One user's notices and open sockets. */
export interface Inboxes {
  of(userId: string): {
    /** Stores the notice and delivers it as its kind and the user's settings say: once per `key`. */
    notify(notice: NewNotice): Promise<void>;
    /** Withdraws the notice with this key; what a device has already shown stays there. */
    withdraw(key: string): Promise<void>;
    /** The owner has blocked this user: cancels undelivered notices about them. */
    dropAbout(userId: string): Promise<void>;
    /** Pushes a notice to every device of this user immediately; returns the response of each push service. */
    testPush(notice: NewNotice): Promise<("sent" | "gone" | "refused" | { retryAfterMs: number | null })[]>;
    /** The stored notices, newest first. */
    notices(): Promise<{ kind: string; message: string; at: number }[]>;
    /** Deletes every notice about this user, whose account was deleted. */
    forgetUser(userId: string): Promise<void>;
  };
  /** Deletes everything of this user's inbox and closes its sockets. */
  erase(userId: string): Promise<void>;
}

/** Sends to many inboxes in the background, at a limited rate. Idempotent. */
export interface AlertsPort {
  /** Sends to everyone who wants announcements. */
  announce(announcement: Announced): Promise<void>;
  /** Withdraws it from everyone who may have received it. */
  takeBack(announcement: Pick<Announced, "number" | "at">): Promise<void>;
}

/** The push services of the browser vendors. */
export interface PushServices {
  /** Whether a browser's subscription may have this endpoint. */
  accepts(endpoint: string): boolean;
}

/** Deliveries to other services on behalf of a person or a stage. */
export interface Deliveries {
  of(owner: OwnerPath): DeliveriesPort;
}

export interface Conversations {
  of(id: string): ConversationPort;
}

/** Uploaded pictures: checked by content, re-encoded, stored separately from the pages. */
export interface Pictures {
  /**
   * Decodes, re-encodes and stores a data URL's picture; returns the path of its largest size. Throws `picture-type`
   * for anything but a jpg, png or tif, `picture-size` for too many bytes or pixels.
   */
  keep(dataUrl: string, kind: PictureKind, ownerId: string): Promise<string>;
  /** Deletes a picture by its path. A path that is not one of ours, or is deleted already, has no effect. */
  remove(path: string): Promise<void>;
  /** A stored picture as JPEG, for services that may not know WebP; null where it is not there any more. */
  readAsJpeg(path: string): Promise<Uint8Array | null>;
}

/** Stores secrets that must be read again: sealed with a key of the instance, useless in a copy of the database. */
export interface Vault {
  /** `purpose` is part of the seal: text sealed for one cannot be opened for another. */
  seal(plain: string, purpose: string): Promise<string>;
  /** Throws where the text was not sealed here for this purpose. */
  open(sealed: string, purpose: string): Promise<string>;
}

type Present = Pick<
  EncoderRecord,
  "connectedAt" | "firstAudioAt" | "codec" | "level" | "silentSince" | "quality" | "refusedAt" | "heard"
>;

/** The part of an encoder's record that its performer may see; the facts of a connection are null without one. */
export interface MountStatus extends Present {
  isConnected: boolean;
  /** The agent is not connected: whether the encoder is connected is unknown. */
  isUnknown: boolean;
  /** The stage that carries its stream or holds it on standby; null: none does. */
  heldBy: RoomPath | null;
  /** The end of the last connection; null while there is one. */
  ended: { at: number; isFrozen: boolean; fault: EncoderRecord["endFault"] } | null;
}

export interface Media {
  isAgentConnected(): Promise<boolean>;
  /** Whether the agent's ear has just recognized a pattern of tones that it must. */
  isEarWorking(): Promise<boolean>;
  mountStatus(mount: string): Promise<MountStatus>;
  /** The progress of the stream test on this test mount. */
  testProgress(mount: string): Promise<TestProgress>;
  /**
   * Returns until when a person's own stream, or that of their test, is heard by them alone (epoch ms); null: it is
   * not.
   */
  soundCheck(ownerId: string, kind: "performer" | "test"): Promise<number | null>;
  /** Starts such a check, or ends it (null). A performer's stream is off the air while it lasts. */
  setSoundCheck(ownerId: string, kind: "performer" | "test", until: number | null): Promise<void>;
  /** Returns where a performer's stream is, and for which set; null: no encoder of theirs is connected. */
  standby(ownerId: string): Promise<Placed | null>;
  /** Stores the performer's choice for their connected encoder. `claimed`: a stage has it. */
  setStandby(ownerId: string, choice: PlacementChoice): Promise<"done" | "not-connected" | "claimed">;
  /** Whether connecting alone puts the performer's profile on air; also for an encoder that is connected. */
  setProfileOnConnect(ownerId: string, isOn: boolean): Promise<void>;
  /** A set was ended early: its performer's stream leaves the stage, and is heard by them alone. */
  endSet(ownerId: string, set: string): Promise<void>;
  /** The mount of a passed test is its performer's own now: its encoder stays connected, and is heard by them alone. */
  adoptTest(mount: string): Promise<void>;
  /** Credentials of this mount were replaced or revoked: ends its source within 5 s and refuses the old password. */
  revoke(mount: string, reason: "reset" | "ended" | "banned"): Promise<void>;
  /** The account was deleted: ends its sources, and deletes its streams and mounts. */
  forgetOwner(userId: string): Promise<void>;
}

/** Exact counters. Each `take` is one use; `key` names what is counted, e.g. `login:account:<key>`. */
export interface Limits {
  take(key: string, limit: { max: number; perMs: number }): Promise<{ ok: true } | Refusal>;
  /** True the first time within `forMs`: single use of captchas and nonces. */
  once(key: string, forMs: number): Promise<boolean>;
  /** Returns how often `key` was used in the last `perMs`. */
  uses(key: string, perMs: number): Promise<number>;
  /** Takes back the newest use of `key`, which should not have been counted. */
  giveBack(key: string): Promise<void>;
}

/** A proof of work that costs a program time and that a person does not notice. */
export interface Captcha {
  /** `effort`: the multiple of the usual work that it costs. */
  challenge(effort: number): Promise<CaptchaView>;
  /** True once for an unexpired solution of this instance's challenge; `effort` may have risen since, at most twice. */
  redeem(payload: string, effort: number): Promise<boolean>;
}

export interface Mail {
  /**
   * Stores the email first and sends it from the queue; never throws because an email server is unavailable. Stores
   * nothing where nothing can be sent (`config.canSendEmail`). `id` is for callers who ask for it again.
   */
  send(mail: {
    id?: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
  }): Promise<void>;
  /** Whether email is being sent. */
  line(): Promise<MailLine>;
}

export type Performer = PersonView;
