import type { CaptchaView } from "#app/domains/accounts/contract/accounts.ts";
import type { AwaitedSet, Placement } from "#app/domains/media/standby.ts";
import type { PersonView } from "#app/domains/people/contract/people.ts";
import type { OnAirView } from "#app/domains/stages/contract/stages.ts";
import type { Db } from "#db/client.ts";
import type { AnnouncementView } from "./domains/announcements/contract.ts";
import type { Announced } from "./domains/announcements/notice.ts";
import type { Quality, SourceFaultCode } from "./domains/media/contract/quality.ts";
import type { TestProgress } from "./domains/media/rules-test-progress.ts";
import type { ConversationPort } from "./domains/messages/port.ts";
import type { NewNotice } from "./domains/notifications/contract.ts";
import type { PictureKind } from "./domains/pictures/contract.ts";
import type { Rooms } from "./domains/stages/port.ts";
import type { Caller, KeptAnswers } from "./domains/stats/ports.ts";
import type { MailLine } from "./domains/status/rules.ts";
import type { Refusal } from "./errors.ts";

export type { Room } from "./domains/stages/port.ts";

/** Who is asking, as the session says; everything about them is read on the server. */
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
  /** SHA-256 (hex) of the session's token, to end just this session. */
  sessionHash: string;
}

/**
 * All that an operation may touch. Built per request by `workers/context.ts`; tests build one with a hand-moved
 * clock and recording fakes.
 */
export interface AppContext {
  db: Db;
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
  vault: Vault;
  limits: Limits;
  captcha: Captcha;
  mail: Mail;
  config: Config;
  log: Log;
  /** Work that no one waits for, started after the answer is made: how long that took says nothing of it. */
  afterAnswer(name: string, work: () => Promise<void>): void;
  /** Where the request came from, shortened to a /64 for IPv6; only ever a key of a counter. */
  clientKey: string;
  /** Two letters of the country the request came from, or null where the edge does not say. */
  country: string | null;
  caller: Caller;
  answers: KeptAnswers;
  /** How many clients may share that key: 1 at the edge, more where nothing in front tells addresses apart. */
  clientShare: number;
}

/** Epoch milliseconds. */
export interface Clock {
  now(): number;
}

/** `next()` answers a ULID: ids sort by the time they were made. */
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
  /** Mail reaches people: a deployed copy has something that sends it, a local one its outbox. */
  canSendEmail: boolean;
  /** Addresses of the apps in the two stores, or null where there is none. */
  stores: { apple: string | null; google: string | null };
  links: SiteLinks;
  /** What browsers subscribe to pushes with (the public VAPID key, base64url), or null where nothing is pushed. */
  pushKey: string | null;
  /** The one stage (its id or custom URL) that shows a text in the place of its schedule and tabs, or null. */
  specialStage: { stage: string; text: string } | null;
  /** Users who register before then are pioneers, epoch ms; null: no one is automatically. */
  pioneersUntil: number | null;
  /** Where people write to those who run this instance: a mail address, or null where they named none. */
  contact: string | null;
}

/** Where else the people of this instance meet: web addresses, or null where there is none. */
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

/** One line of what is live anywhere now. */
export interface LiveEntry {
  kind: "stage" | "profile";
  id: string;
  onAir: OnAirView;
  /** Of a room that is off the air: when it went off it (epoch ms), where the room remembers. */
  lastStreamedAt?: number | undefined;
}

export interface LobbyPort {
  /** Every room with something on air, by `kind:id`. */
  live(): Promise<LiveEntry[]>;
  /** Sets were booked, moved or cancelled: open timetables read them again. */
  upcomingChanged(): Promise<void>;
  /** There is a new announcement: open pages show it. */
  announced(announcement: AnnouncementView): Promise<void>;
  /** They have taken it back. */
  retracted(number: number): Promise<void>;
  /** Close every socket of this user, or of one session of theirs, in the lobby and in all rooms they are in. */
  dropUser(userId: string, sessionHash?: string): Promise<void>;
  /** The account is gone, and so is its profile: nothing here is about it any more. */
  forgetUser(userId: string): Promise<void>;
}

/** One user's notices and open sockets. */
export interface Inboxes {
  of(userId: string): {
    /** Stored, and told where the kind and the user's settings say: once per `key`. */
    notify(notice: NewNotice): Promise<void>;
    /** Takes back what has this key; what a device has shown already stays there. */
    withdraw(key: string): Promise<void>;
    /** The owner has blocked this user: what is about them, and not delivered yet, never is. */
    dropAbout(userId: string): Promise<void>;
    /** Pushes a notice to every device of this user at once; what each push service has answered. */
    testPush(notice: NewNotice): Promise<("sent" | "gone" | "refused" | { retryAfterMs: number | null })[]>;
    /** The notices that are kept, newest first. */
    notices(): Promise<{ kind: string; message: string; at: number }[]>;
    /** Takes away every notice about this user, whose account is gone. */
    forgetUser(userId: string): Promise<void>;
    /** Forgets everything and closes the sockets. */
    erase(): Promise<void>;
  };
}

/** Tells many inboxes in the background, at a pace that disturbs no one. Idempotent. */
export interface AlertsPort {
  /** Everyone who wants announcements. */
  announce(announcement: Announced): Promise<void>;
  /** Takes it back from everyone who may have received it. */
  takeBack(announcement: Pick<Announced, "number" | "at">): Promise<void>;
}

/** Where the makers of browsers take what is pushed to them. */
export interface PushServices {
  /** Whether a browser's subscription may lead there. */
  accepts(endpoint: string): boolean;
}

export interface Conversations {
  of(id: string): ConversationPort;
}

/** Pictures that people upload: checked by content, re-encoded, kept apart from the pages. */
export interface Pictures {
  /**
   * Decodes, re-encodes and keeps a data URL's picture; answers the path of its largest size. Throws
   * `picture-type` for whatever is not a jpg, png or tif, `picture-size` for too many bytes or pixels.
   */
  keep(dataUrl: string, kind: PictureKind, ownerId: string): Promise<string>;
  /** Takes a picture away by its path. A path that is not one of ours, or is gone, changes nothing. */
  remove(path: string): Promise<void>;
}

/** Keeps secrets that must be read again: sealed with a key of the instance, useless in a copy of the database. */
export interface Vault {
  /** `purpose` is bound in: what was sealed for one cannot be opened for another. */
  seal(plain: string, purpose: string): Promise<string>;
  /** Throws where the text was not sealed here for this purpose. */
  open(sealed: string, purpose: string): Promise<string>;
}

/** What the performer sees of their own encoder. */
export interface MountStatus {
  isConnected: boolean;
  connectedAt: number | null;
  /** When it was first audible; null while it has sent nothing but silence. */
  firstAudioAt: number | null;
  codec: string | null;
  level: { rmsDb: number; peakDb: number; clippedSamples: number; bitrate: number } | null;
  silentSince: number | null;
  quality: Quality | null;
  /** The agent is not connected: whether the encoder is there is unknown. */
  isUnknown: boolean;
  /** The stage that carries or holds its stream, as rooms are named (`stage/…`); null: none does. */
  heldBy: string | null;
  /** How the last connection ended; null while there is one. */
  ended: { at: number; isFrozen: boolean; fault: SourceFaultCode | null } | null;
  /** When an encoder with a wrong password was last turned away; null once one is connected. */
  refusedAt: number | null;
}

export interface Media {
  isAgentConnected(): Promise<boolean>;
  mountStatus(mount: string): Promise<MountStatus>;
  /** How far the stream test on this test mount has come. */
  testProgress(mount: string): Promise<TestProgress>;
  /** Until when a person's own stream, or that of their test, goes to them alone (epoch ms); null: it does not. */
  soundCheck(ownerId: string, kind: "performer" | "test"): Promise<number | null>;
  /** Begins such a check, or ends it (null). A performer's stream is off the air while it lasts. */
  setSoundCheck(ownerId: string, kind: "performer" | "test", until: number | null): Promise<void>;
  /**
   * Where a performer's stream is while no stage has it, and for which set; null: no encoder of theirs is connected, or
   * a stage has taken it.
   */
  standby(ownerId: string): Promise<Pick<Placement, "place" | "set"> | null>;
  /** The performer hears their stream alone until this set begins, or has it on their profile (null). */
  setStandby(ownerId: string, set: AwaitedSet | null): Promise<"done" | "not-connected" | "claimed">;
  /** A set was ended before its time: its performer's stream leaves the stage, and is heard by them alone. */
  endSet(ownerId: string, set: string): Promise<void>;
  /** Credentials of this mount were replaced or withdrawn: end its source within 5 s and refuse the old key. */
  revoke(mount: string, reason: "reset" | "ended" | "banned"): Promise<void>;
  /** The account is gone: ends its sources, and forgets its streams and mounts. */
  forgetOwner(userId: string): Promise<void>;
}

/** Exact counters. Each `take` is one use; `key` names what is counted, e.g. `login:account:<key>`. */
export interface Limits {
  take(key: string, limit: { max: number; perMs: number }): Promise<{ ok: true } | Refusal>;
  /** True the first time within `forMs`: single use of captchas and nonces. */
  once(key: string, forMs: number): Promise<boolean>;
  /** How often `key` was used in the last `perMs`. */
  uses(key: string, perMs: number): Promise<number>;
  /** Takes back the newest use of `key`: it turned out to be none of those that are counted. */
  giveBack(key: string): Promise<void>;
}

/** A proof of work that a program must spend and a person does not notice. */
export interface Captcha {
  /** `effort`: how many times the usual work it costs. */
  challenge(effort: number): Promise<CaptchaView>;
  /**
   * True once for a solved challenge that this instance made, that has not expired and that cost at least half of
   * `effort`: may rise while a form is filled in.
   */
  redeem(payload: string, effort: number): Promise<boolean>;
}

export interface Mail {
  /**
   * Stored first, sent by the queue; never throws because a mail server is away. Nothing is stored where nothing can be
   * sent (`config.canSendEmail`). `id` is for who asks again for it.
   */
  send(mail: {
    id?: string;
    to: string;
    subject: string;
    text: string;
    html: string;
    headers?: Record<string, string>;
  }): Promise<void>;
  /** Whether mail gets away. */
  line(): Promise<MailLine>;
}

export type Performer = PersonView;
