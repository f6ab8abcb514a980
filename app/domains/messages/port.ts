/** What operations ask of a conversation. Its object answers, and asks itself whether the viewer is in it. */
import type { Refusal } from "#app/errors.ts";
import type { ConversationMessageView, ConversationView, FoundMessageView, SentView } from "./contract.ts";
import type { StoredMessage } from "./views.ts";

/** `person`: because of whom, by their username, where it may be one of several. */
export type ConversationRefusal = Refusal & { person?: string };
export type ConversationAnswer = { ok: true; conversation: ConversationView } | ConversationRefusal;
type MessageAnswer = { ok: true; message: ConversationMessageView } | ConversationRefusal;

/** What someone writes. */
export interface Words {
  message: string;
  /** Path of a picture that is on the shelf already. */
  picture: string | null;
  /** The same again stores nothing new. */
  clientId: string | null;
}

/** How a conversation begins, beside its first words. */
export interface Beginning {
  /** User ids, without the one who begins. */
  others: string[];
  /** Between two people, who have no other such. */
  isDirect: boolean;
}

/** What is looked for in a conversation. */
export interface WantedMessages {
  /** One of the full-text index. */
  query: string;
  /** Only what is older than this message (its time, epoch ms, and its id), or null. */
  before: { at: number; id: string } | null;
  /** Nothing of these users. */
  exceptFrom: string[];
}

export interface ConversationPort {
  /**
   * Returns after storage. `begin` begins it, where it has not begun; refused with `conflict` where it is to be direct
   * and is so no longer.
   */
  say(
    viewerId: string,
    words: Words & { begin?: Beginning },
  ): Promise<{ ok: true; sent: SentView; isNew: boolean } | ConversationRefusal>;
  edit(viewerId: string, messageId: string, message: string): Promise<MessageAnswer>;
  takeBack(viewerId: string, messageId: string): Promise<MessageAnswer>;
  addParticipant(viewerId: string, userId: string): Promise<ConversationAnswer>;
  removeParticipant(viewerId: string, userId: string): Promise<ConversationAnswer>;
  rename(viewerId: string, name: string): Promise<ConversationAnswer>;
  markRead(viewerId: string): Promise<ConversationAnswer>;
  markUnread(viewerId: string): Promise<ConversationAnswer>;
  /** `until`: epoch ms, or null for as long as they do not end it. */
  mute(viewerId: string, until: number | null): Promise<ConversationAnswer>;
  unmute(viewerId: string): Promise<ConversationAnswer>;
  /** Takes it out of the viewer's list, with all that is in it now, until someone writes again. */
  clear(viewerId: string): Promise<ConversationAnswer>;
  /** Newest first: what stands before this place, or the last messages. */
  page(
    viewerId: string,
    before: number | null,
  ): Promise<
    | { ok: true; page: { items: ConversationMessageView[]; dateCursor: number | null; idCursor: string } }
    | ConversationRefusal
  >;
  /** Newest first, so many at a time. Nothing for users who are not in it. */
  search(viewerId: string, wanted: WantedMessages): Promise<FoundMessageView[]>;
  /** What this user has written behind that place and not taken back, oldest first, some at a time. */
  messagesOf(userId: string, after: number): Promise<StoredMessage[]>;
  /** Their account is gone. D1 has to have forgotten them before. */
  forgetUser(userId: string): Promise<void>;
  dropUser(userId: string, sessionHash?: string): Promise<void>;
}
