/** The live methods of stages and profiles that operations call. */

import type { ListeningSpan } from "#app/domains/music/tracks/heard.ts";
import type { Hearing } from "#app/domains/value/stats/ports.ts";
import type { TipNews, TipPlace } from "#app/domains/value/tokens/port.ts";
import type { Refusal } from "#app/errors.ts";
import type { ChosenMessagesInput } from "./contract/moderation.ts";
import type { OnAirView } from "./contract/stages.ts";
import type { Restriction } from "./live/moderation-rules.ts";
import type { ChatMessage, TipMessage } from "./live/protocol.ts";
import type { RoomPath } from "./room-path.ts";

/** A play that was changed. `into`: the play that it is part of now, where it is none of its own any more. */
export interface CorrectedPlayId {
  id: string;
  into: string | null;
}

/** The live side of one stage or profile. */
export interface Room {
  /**
   * Stores the cooldown, then the cheer: refused with `cheer-cooldown` or `not-live`. `mediaAt` is the time in the
   * sound at the listener's ear.
   */
  cheer(input: {
    userId: string;
    username: string;
    trackId: string | null;
    playId: string | null;
    mediaAt: number | null;
  }): Promise<{ ok: true; cheerId: string; cheerCount: number; at: number } | Refusal>;
  /**
   * Returns the recipient of a tip that is given at this moment of the sound, and what was heard. On a profile outside
   * a performance: its owner, for no set. Refused with `not-live`, `performer-changed` (not `performer`), `tip-self`,
   * `not-welcome`. Stores nothing.
   */
  tipTarget(input: {
    userId: string;
    performer: string;
    playId: string | null;
    mediaAt: number | null;
  }): Promise<{ ok: true; performerId: string; place: TipPlace } | Refusal>;
  /** A tip has reached its performer's wallet: shown once, however often it is told. */
  tipped(news: TipNews): Promise<void>;
  /** Notifies the room that a favorite was stored or removed, with the new totals. */
  favorited(input: {
    trackId: string;
    /** The set that it is credited to, or null. */
    setId: string | null;
    favoriteCount: number;
    trackFavoriteCount: number;
    mediaAt: number | null;
    /** The user and the play of the favorite; null where it was removed. */
    heart: { userId: string; playId: string } | null;
  }): Promise<void>;
  /** Stores a play that D1 does not have yet, if this room has one of that id, before this returns. */
  deliverPlay(playId: string): Promise<void>;
  /**
   * Plays of a performance were corrected: renamed, hidden, added, removed. D1 must have it before. Everyone here sees it
   * at once, if that performance is on air.
   */
  tracksCorrected(performance: string, plays: CorrectedPlayId[]): Promise<void>;
  /** The stage's row, its sets or its managers changed in D1: reads them and decides again. */
  refresh(): Promise<void>;
  onAir(): Promise<OnAirView>;
  /**
   * The identity of someone who hears the performance on air, or did until a minute ago, for at least 5 s; null for all
   * others.
   */
  hearing(who: { userId: string | null; network: string }): Promise<Hearing | null>;
  /** Returns since when this user listens here, or did until a minute ago, however short; null for all others. */
  listeningOf(userId: string): Promise<ListeningSpan | null>;
  /** An app reports that it plays the performance `setId`, or that it stops; false where that is not on air here. */
  appPlays(
    app: { userId: string | null; network: string; program: string },
    playing: { setId: string | null; isOver: boolean },
  ): Promise<boolean>;
  /** Deletes chat messages for everyone, in one message to each reader. Returns their writers, one id per message. */
  deleteMessages(which: ChosenMessagesInput): Promise<string[]>;
  /** Deletes a chat message of this user for everyone; false where there is none. */
  deleteOwnMessage(userId: string, messageId: string): Promise<boolean>;
  /** A chat message that is still shown, here or in a replay; null where there is none. */
  findMessage(messageId: string): Promise<ChatMessage | null>;
  /**
   * Restricts a user in a stage's room: they may not write until then, or (`until` null: banned) until it is lifted,
   * which null does. D1 must have it before. A ban deletes what they have written.
   */
  restrict(userId: string, restriction: Restriction | null): Promise<void>;
  /**
   * Tells a profile's room that its owner has blocked or unblocked this user. A blocked user may listen, but not write
   * or cheer.
   */
  setBlocked(userId: string, isBlocked: boolean): Promise<void>;
  /** This user's messages here that are still shown, also in replays, oldest first. */
  messagesOf(userId: string): Promise<{ id: string; message: string; at: number }[]>;
  /** Returns the messages of a performance that were not deleted, for its replay: 5,000 at most, oldest first. */
  replayChat(performance: string): Promise<ChatMessage[]>;
  /** The tips that were given during a performance, for its replay: 5,000 at most, oldest first. */
  replayTips(performance: string): Promise<TipMessage[]>;
  /** The replay of a performance was deleted: its messages are no longer kept for it. */
  forgetReplay(performance: string): Promise<void>;
  /** Deletes everything of this user here: messages, cooldowns, buckets. D1 must have deleted them before. */
  forgetUser(userId: string): Promise<void>;
  /** Closes every socket of this user (banned, blocked), or only those of one session (logged out). */
  dropUser(userId: string, sessionHash?: string): Promise<void>;
}

export interface Rooms {
  stage(stageId: string): Room;
  profile(userId: string): Room;
  /** The room was deleted: off the air, sockets closed, storage empty. */
  erase(path: RoomPath): Promise<void>;
}
