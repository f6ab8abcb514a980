/** The text of the inbox's rows, and their order: pure. */

import { type ConversationView, messageLimits } from "#app/domains/air/messages/contract.ts";
import type { Notice } from "#app/domains/air/messages/live/protocol.ts";
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns at most `max` characters, as people count them, and "..." where there are more. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return characters.length > max ? `${characters.slice(0, max).join("")}...` : text;
}

type Named = Pick<ConversationView, "name" | "participants">;

/** Everyone in a conversation except the viewer. */
export function othersIn<Conversation extends Pick<ConversationView, "participants">>(
  { participants }: Conversation,
  viewerId: string,
): Conversation["participants"] {
  return participants.filter(({ id }) => id !== viewerId);
}

/** The name of a conversation: its own, or the names of the others in it; "Me" where there are none. */
export function conversationName(conversation: Named, viewerId: string): string {
  if (conversation.name !== null) return conversation.name;
  const others = othersIn(conversation, viewerId);
  return others.length === 0 ? "Me" : others.map(({ username }) => username).join(", ");
}

export const shownName = (name: string): string => cut(name, messageLimits.nameShown);
export const preview = (text: string): string => cut(text, messageLimits.previewShown);

/** A conversation's last message in the list: one's own is distinguished from that of the others. */
export function lastText(
  { lastMessage, lastUser }: Pick<ConversationView, "lastMessage" | "lastUser">,
  viewerId: string,
): string {
  // A person wrote it, and it was deleted.
  if (lastMessage === "") return lastUser === null ? "" : "Message deleted";
  return lastUser === viewerId ? `You: ${lastMessage}` : lastMessage;
}

/** A row: one conversation, one server message, or all notices together. */
export type InboxRow =
  | { kind: "conversation"; id: string; at: number; conversation: ConversationView; isUnread: boolean }
  | { kind: "server"; id: string; at: number; message: ServerMessageView }
  | { kind: "notices"; id: "all"; at: number; newest: Notice; isUnread: boolean };

/** Everything in one list, newest first. `lookedAt`: the conversation that is being read now. */
export function mergeRows({
  conversations,
  serverMessages,
  notices,
  unreadNotices,
  viewerId,
  lookedAt,
}: {
  conversations: readonly ConversationView[];
  serverMessages: readonly ServerMessageView[];
  /** Newest first. */
  notices: readonly Notice[];
  unreadNotices: number;
  viewerId: string;
  lookedAt: string | null;
}): InboxRow[] {
  const rows: InboxRow[] = conversations.map((conversation) => ({
    kind: "conversation",
    id: conversation.id,
    at: conversation.lastTime,
    conversation,
    isUnread: !conversation.read.includes(viewerId) && conversation.id !== lookedAt,
  }));
  for (const message of serverMessages)
    rows.push({ kind: "server", id: message.id, at: message.date, message });
  const [newest] = notices;
  if (newest) rows.push({ kind: "notices", id: "all", at: newest.at, newest, isUnread: unreadNotices > 0 });
  // By id where two are of the same millisecond: the order must not depend on which list was loaded first.
  return rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}
