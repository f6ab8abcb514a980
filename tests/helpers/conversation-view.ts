import type { ConversationView } from "#app/domains/air/messages/contract.ts";

/** Returns a participant's view of a conversation without messages, changed by `fields`. */
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
