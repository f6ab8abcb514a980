import { useMemo, useSyncExternalStore } from "react";
import type { ConversationView } from "../contract.ts";
import { type InboxNow, inbox } from "./connection-inbox.ts";
import { conversationsIn, emptyInbox, unreadNoticesIn } from "./inbox-state.ts";

const first: InboxNow = { ...emptyInbox, connection: "connecting", lookedAt: null };

/** The viewer's inbox as it is now. The shell holds its connection. */
export function useInbox() {
  const now = useSyncExternalStore(inbox.subscribe, inbox.getNow, () => first);
  const { list, heard } = now;
  const conversations: ConversationView[] | null = useMemo(
    () => conversationsIn({ ...emptyInbox, list, heard }),
    [list, heard],
  );
  const unreadIds = useMemo(
    () => now.unreadIds.filter((id) => id !== now.lookedAt),
    [now.unreadIds, now.lookedAt],
  );
  const unreadNotices = unreadNoticesIn(now);
  return { ...now, conversations, unreadIds, unreadNotices, unread: unreadIds.length + unreadNotices };
}
