import type { ConversationView } from "#app/domains/messages/contract.ts";

/** A conversation as one of those in it is shown it: no one has said anything yet, but for what `fields` say. */
export function conversationView(id: string, fields: Partial<ConversationView> = {}): ConversationView {
  return {
    id,
    _id: id,
    name: null,
    participants: [],
    lastMessage: "",
    lastTime: 0,
    lastUser: null,
    read: [],
    isMuted: false,
    mutedUntil: null,
    isBlocked: false,
    ...fields,
  };
}
