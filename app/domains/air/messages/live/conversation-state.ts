/** One conversation as a page knows it. Pure. */
import type { ConversationMessageView, ConversationView } from "../contract.ts";
import { type ConversationEvent, typingEveryMs } from "./conversation-protocol.ts";
import { type Marks, withMark } from "./marks.ts";

interface Cursor {
  dateCursor: number | null;
  idCursor: string;
}

export interface ConversationState {
  conversation: ConversationView;
  /** Oldest first, without gaps from the first to the last. */
  messages: readonly ConversationMessageView[];
  /** The cursor of older messages; `idCursor` is "end" where there are none. */
  older: Cursor;
  delivered: Marks;
  read: Marks;
}

/** A page of messages, newest first, as the call and the loader return it. */
export interface MessagePage extends Cursor {
  items: ConversationMessageView[];
}

const cursorOf = ({ dateCursor, idCursor }: Cursor): Cursor => ({ dateCursor, idCursor });

/** Returns a loaded conversation as its first state. */
export function openedState(conversation: ConversationView, page: MessagePage): ConversationState {
  const messages = page.items.toReversed();
  return { conversation, messages, older: cursorOf(page), delivered: {}, read: {} };
}

/**
 * The only reducer of a conversation; returns the same object where nothing changed. Null before the first snapshot.
 */
export function applyConversationEvent(
  state: ConversationState | null,
  event: ConversationEvent,
): ConversationState | null {
  if (event.event === "snapshot") return toState(event.data);
  if (state === null) return null;
  switch (event.event) {
    case "chat message":
      return { ...state, messages: withMessages(state.messages, [event.data]) };
    case "message changed":
      return {
        ...state,
        messages: state.messages.map((message) => (message.id === event.data.id ? event.data : message)),
      };
    case "conversation changed":
      return { ...state, conversation: { ...state.conversation, ...event.data } };
    case "delivered":
      return { ...state, delivered: withMark(state.delivered, event.data) };
    case "read":
      return { ...state, read: withMark(state.read, event.data) };
    case "unseen":
      return state;
  }
}

type Snapshot = Extract<ConversationEvent, { event: "snapshot" }>["data"];

/**
 * The last page replaces everything: what was deleted meanwhile must not stay, and only the snapshot's own page is sure
 * to be without it. Older messages are loaded again on scrolling up.
 */
function toState(snapshot: Snapshot): ConversationState {
  return {
    conversation: snapshot.conversation,
    messages: snapshot.messages.toReversed(),
    older: cursorOf(snapshot),
    delivered: snapshot.delivered.reduce(withMark, {}),
    read: snapshot.read.reduce(withMark, {}),
  };
}

/** Prepends a page of older messages. */
export function withOlder(state: ConversationState, page: MessagePage): ConversationState {
  return { ...state, messages: withMessages(state.messages, page.items), older: cursorOf(page) };
}

/** Each message once, in its position; the later version wins. */
function withMessages(
  known: readonly ConversationMessageView[],
  more: readonly ConversationMessageView[],
): readonly ConversationMessageView[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** People who are typing, and the time (epoch ms) until which that is shown. */
export type Typing = Readonly<Record<string, number>>;

export function withTyping(typing: Typing, user: string, now: number): Typing {
  return { ...typing, [user]: now + 2 * typingEveryMs };
}

/** Returns `typing` without those who have stopped by `now`; the same object where no one has. */
export function stillTyping(typing: Typing, now: number): Typing {
  const left = Object.entries(typing).filter(([, until]) => until > now);
  return left.length === Object.keys(typing).length ? typing : Object.fromEntries(left);
}

export function withoutTyping(typing: Typing, user: string): Typing {
  if (!(user in typing)) return typing;
  const { [user]: _, ...others } = typing;
  return others;
}
