/** One person's inbox as a page knows it: a list that was loaded, and the events since. Pure. */
import type { ConversationView } from "../contract.ts";
import { type InboxEvent, inboxKeeps, type Notice } from "./protocol.ts";

/** The last event about a conversation; null where it is gone. */
interface Heard {
  at: number;
  conversation: ConversationView | null;
}

export interface InboxState {
  /** The list as it was loaded at `readAt` (server time, epoch ms), or null before. */
  list: { readAt: number; conversations: readonly ConversationView[] } | null;
  /** Events newer than the list, by id. */
  heard: Readonly<Record<string, Heard>>;
  unreadIds: readonly string[];
  /** Newest first. */
  notices: readonly Notice[];
  /** Notices up to this one have been read. */
  readUpTo: number;
}

export const emptyInbox: InboxState = { list: null, heard: {}, unreadIds: [], notices: [], readUpTo: 0 };

/** The only reducer of the inbox; returns the same object where nothing changed. */
export function applyInboxEvent(state: InboxState, event: InboxEvent): InboxState {
  switch (event.event) {
    case "snapshot": {
      const { notices, unread, unreadConversations = [] } = event.data;
      return { ...state, notices, readUpTo: notices[unread]?.seq ?? 0, unreadIds: unreadConversations };
    }
    case "notice": {
      if (state.notices.some(({ seq }) => seq === event.seq)) return state;
      const notices = [{ ...event.data, seq: event.seq }, ...state.notices].slice(0, inboxKeeps);
      return { ...state, notices };
    }
    case "notices read":
      return { ...state, readUpTo: Math.max(state.readUpTo, event.data.upTo) };
    case "conversation": {
      const { conversation, isUnread } = event.data;
      const others = state.unreadIds.filter((id) => id !== conversation.id);
      return {
        ...withHeard(state, conversation.id, { at: event.at, conversation }),
        unreadIds: isUnread ? [...others, conversation.id] : others,
      };
    }
    case "conversation gone": {
      const { id } = event.data;
      return {
        ...withHeard(state, id, { at: event.at, conversation: null }),
        unreadIds: state.unreadIds.filter((each) => each !== id),
      };
    }
  }
}

/** The list gets a change a moment after open pages do: events within this time before it are newer too. */
export const settleMs = 10_000;

/** Replaces the list. Events since it was read are newer, and stay. */
export function withList(
  state: InboxState,
  list: { readAt: number; conversations: readonly ConversationView[] },
): InboxState {
  if (state.list !== null && state.list.readAt > list.readAt) return state;
  const heard = Object.fromEntries(
    Object.entries(state.heard).filter(([, { at }]) => at > list.readAt - settleMs),
  );
  return { ...state, list, heard };
}

/** Applies the response of a call about one conversation immediately; the socket reports it too. */
export function withConversation(state: InboxState, conversation: ConversationView, at: number): InboxState {
  return withHeard(state, conversation.id, { at, conversation });
}

function withHeard(state: InboxState, id: string, heard: Heard): InboxState {
  return { ...state, heard: { ...state.heard, [id]: heard } };
}

/** The conversations as they are now, the latest first; null before a list was loaded. */
export function conversationsIn({ list, heard }: InboxState): ConversationView[] | null {
  if (list === null) return null;
  const known = new Map(list.conversations.map((conversation) => [conversation.id, conversation]));
  for (const [id, { conversation }] of Object.entries(heard)) {
    if (conversation === null) known.delete(id);
    else known.set(id, conversation);
  }
  return [...known.values()].toSorted((a, b) => b.lastTime - a.lastTime || (a.id < b.id ? 1 : -1));
}

export function unreadNoticesIn({ notices, readUpTo }: InboxState): number {
  return notices.filter(({ seq }) => seq > readUpTo).length;
}
