/** Conversations and their messages as calls and sockets show them: the same from D1's list and from the object. */
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import type { ConversationMessageView, ConversationView, MessageKind } from "./contract.ts";
import { isMutedAt } from "./rules.ts";

/** A message as it is stored: people by their ids. */
export interface StoredMessage {
  id: string;
  seq: number;
  kind: MessageKind;
  senderId: string | null;
  aboutId: string | null;
  message: string;
  picture: string | null;
  at: number;
  editedAt: number | null;
  deletedAt: number | null;
  clientId: string | null;
}

/** `personOf` returns null for a deleted account. */
export function toMessageView(
  message: StoredMessage,
  personOf: (id: string) => PersonView | null,
): ConversationMessageView {
  const { id, senderId, aboutId, at, ...rest } = message;
  return {
    ...rest,
    id,
    _id: id,
    sender: senderId === null ? null : personOf(senderId),
    about: aboutId === null ? null : personOf(aboutId),
    timestamp: at,
  };
}

export interface SeenConversation {
  id: string;
  name: string | null;
  participants: { person: PersonView; hasRead: boolean; isMarkedUnread: boolean; isBlocked: boolean }[];
  /** The last message that the viewer can see, or null. */
  last: { message: string; senderId: string | null } | null;
  /** Time of that message; where there is none, of their joining. */
  lastAt: number;
  isMuted: boolean;
  mutedUntil: number | null;
}

export function toConversationView(seen: SeenConversation, viewerId: string, now: number): ConversationView {
  const { id, name, participants, last, lastAt } = seen;
  const isMuted = isMutedAt(seen, now);
  return {
    id,
    _id: id,
    name,
    participants: participants.map(({ person }) => person),
    lastMessage: last?.message ?? "",
    lastTime: lastAt,
    lastUser: last?.senderId ?? null,
    read: participants
      .filter(({ person, hasRead, isMarkedUnread }) => hasRead && !(person.id === viewerId && isMarkedUnread))
      .map(({ person }) => person.id),
    isMuted,
    mutedUntil: isMuted ? seen.mutedUntil : null,
    isBlocked: participants.some(({ isBlocked }) => isBlocked),
  };
}

/** The list's preview of a message: a picture without text has a fixed one. */
export const previewOf = ({ message, picture }: Pick<StoredMessage, "message" | "picture">): string =>
  message === "" && picture !== null ? "Picture" : message.replace(/\n+/g, " ");
