/** What operations ask of the live side of stages and profiles. */
import type { Refusal } from "#app/errors.ts";
import type { Hearing } from "../stats/ports.ts";
import type { ChosenMessagesInput } from "./contract/moderation.ts";
import type { OnAirView } from "./contract/stages.ts";
import type { Restriction } from "./live/moderation-rules.ts";

/** The live side of one stage or profile. */
export interface Room {
  /** Stored cooldown, then the cheer: refused with `cheer-cooldown` or `not-live`. `mediaAt` is the ear's time. */
  cheer(input: {
    userId: string;
    username: string;
    trackId: string | null;
    playId: string | null;
    mediaAt: number | null;
  }): Promise<{ ok: true; cheerId: string; cheerCount: number; at: number } | Refusal>;
  /** Tells the room that a favorite was stored or removed, with the new totals. */
  favorited(input: {
    trackId: string;
    /** The set whose credit it is, or null. */
    setId: string | null;
    favoriteCount: number;
    trackFavoriteCount: number;
    mediaAt: number | null;
    /** Whose favorite of which play it is; null where it was taken back. */
    heart: { userId: string; playId: string } | null;
  }): Promise<void>;
  /** A play that D1 has not been told of yet, should this room have one of that id: it is stored before this answers. */
  deliverPlay(playId: string): Promise<void>;
  /** The stage's row, its sets or its managers changed in D1: read them again and decide anew. */
  refresh(): Promise<void>;
  onAir(): Promise<OnAirView>;
  /** Those who hear the performance on air, or has until a minute ago, for 5 s at least; null for all others. */
  hearing(who: { userId: string | null; network: string }): Promise<Hearing | null>;
  /** An app says that it plays the performance `setId`, or that it stops; false where that is not on air here. */
  appPlays(
    app: { userId: string | null; network: string; program: string },
    playing: { setId: string | null; isOver: boolean },
  ): Promise<boolean>;
  /** Takes chat messages away for everyone, in one message to each reader. Returns whose they were, one id a message. */
  deleteMessages(which: ChosenMessagesInput): Promise<string[]>;
  /**
   * In a stage's room: this user may not write until then, or (`until` null: banned) until it is lifted, which null
   * does. D1 has to know it before. A ban takes away what they have written.
   */
  restrict(userId: string, restriction: Restriction | null): Promise<void>;
  /** In a profile's room: its owner has blocked this user, or no longer does. They may listen, not write or cheer. */
  setBlocked(userId: string, isBlocked: boolean): Promise<void>;
  /** What this user has written here and is still shown, oldest first. */
  messagesOf(userId: string): Promise<{ id: string; message: string; at: number }[]>;
  /** Takes away whatever this user left here: messages, cooldowns, buckets. D1 has to have forgotten them before. */
  forgetUser(userId: string): Promise<void>;
  /** The room is no more: off the air, sockets closed, storage empty. */
  erase(): Promise<void>;
  /** Close every socket of this user (banned, blocked), or only those of one session (logged out). */
  dropUser(userId: string, sessionHash?: string): Promise<void>;
}

export interface Rooms {
  stage(stageId: string): Room;
  profile(userId: string): Room;
}
