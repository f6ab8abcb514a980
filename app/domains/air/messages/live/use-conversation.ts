import { useEffect, useState, useSyncExternalStore } from "react";
import { type ConversationNow, conversationConnection } from "./connection-conversation.ts";
import type { ConversationState } from "./conversation-state.ts";

/**
 * A conversation, live while this is mounted: one component for one `id`. `initial` is the data of the page's loader,
 * or null.
 */
export function useConversation(id: string, initial: ConversationState | null) {
  const [connection] = useState(() => conversationConnection(id, initial));
  const [first] = useState<ConversationNow>(connection.getNow);
  useEffect(() => connection.retain(), [connection]);
  const now = useSyncExternalStore(connection.subscribe, connection.getNow, () => first);
  return { ...now, talk: connection };
}
