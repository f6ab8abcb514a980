import { useEffect, useRef } from "react";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import type { ConversationConnection } from "#app/domains/air/messages/live/connection-conversation.ts";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import type { ConversationState } from "#app/domains/air/messages/live/conversation-state.ts";
import { usePageVisible } from "#app/ui/use-page-visible.ts";

/** Reports how far the viewer has read: to the newest message, while it is in view. */
export function useReading({
  conversation,
  state,
  talk,
  viewerId,
  isOpen,
  isFollowing,
}: {
  conversation: ConversationView;
  state: ConversationState;
  talk: ConversationConnection;
  viewerId: string;
  /** Its socket is. */
  isOpen: boolean;
  /** The newest message is in view. */
  isFollowing: boolean;
}): void {
  const isReading = usePageVisible() && isFollowing;
  const newest = state.messages.at(-1)?.seq ?? 0;
  const ownMark = state.read[viewerId] ?? 0;
  // Manually marked as unread: opening it marks it as read again.
  const wasUnread = useRef(!conversation.read.includes(viewerId));

  useEffect(() => {
    if (!isReading) return;
    inbox.lookAt(talk.id);
    return () => inbox.lookAt(null);
  }, [isReading, talk]);

  useEffect(() => {
    if (!isOpen || !isReading || newest === 0 || (newest <= ownMark && !wasUnread.current)) return;
    void talk.markRead(newest, wasUnread.current).then((isKnown) => {
      if (isKnown) wasUnread.current = false;
    });
  }, [isOpen, isReading, newest, ownMark, talk]);
}
