/** The methods of a conversation that operations call. Its object checks itself whether the viewer is in it. */
import type { Refusal } from "#app/errors.ts";
import type { ConversationMessageView, ConversationView, FoundMessageView, SentView } from "./contract.ts";
import type { StoredMessage } from "./views.ts";

/** `person`: the username of the person that caused it, where it may be one of several. */
export type ConversationRefusal = Refusal & { person?: string };
export type ConversationAnswer = { ok: true; conversation: ConversationView } | ConversationRefusal;
type MessageAnswer = { ok: true; message: ConversationMessageView } | ConversationRefusal;

/** A user's message. */
export interface Words {
  message: string;
  /** Path of a picture that is already stored. */
  picture: string | null;
  /** A repeated id stores nothing new. */
  clientId: string | null;
}

/** The start of a conversation, in addition to its first message. */
export interface Beginning {
  /** User ids, without the one who starts it. */
  others: string[];
  /** True between two people, who have no other direct conversation. */
  isDirect: boolean;
}

/** A search in a conversation. */
export interface WantedMessages {
  /** A query of the full-text index. */
  query: string;
  /** Only messages older than this one (its time, epoch ms, and its id), or null. */
  before: { at: number; id: string } | null;
  /** No messages of these users. */
  exceptFrom: string[];
}

export interface ConversationPort {
  /**
   * Returns after storage. `begin` starts the conversation if it has not started; refused with `conflict` where it is
   * to be direct and no longer is.
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
  /** `until`: epoch ms, or null for until they turn it off. */
  mute(viewerId: string, until: number | null): Promise<ConversationAnswer>;
  unmute(viewerId: string): Promise<ConversationAnswer>;
  /** Removes it from the viewer's list, with all its present messages, until someone writes again. */
  clear(viewerId: string): Promise<ConversationAnswer>;
  /** Newest first: the messages before this position, or the last messages. */
  page(
    viewerId: string,
    before: number | null,
  ): Promise<
    | { ok: true; page: { items: ConversationMessageView[]; dateCursor: number | null; idCursor: string } }
    | ConversationRefusal
  >;
  /** Newest first, a limited number at a time. Empty for users who are not in it. */
  search(viewerId: string, wanted: WantedMessages): Promise<FoundMessageView[]>;
  /** Returns messages of this user after that position that are not deleted, oldest first, some at a time. */
  messagesOf(userId: string, after: number): Promise<StoredMessage[]>;
  /** Their account was deleted. D1 must have deleted them before. */
  forgetUser(userId: string): Promise<void>;
  dropUser(userId: string, sessionHash?: string): Promise<void>;
}
