import { useEffect } from "react";
import { inbox } from "#app/domains/air/messages/live/connection-inbox.ts";
import { useInbox } from "#app/domains/air/messages/live/use-inbox.ts";
import { forgetWaitingRequests, refreshWaitingRequests } from "#app/domains/air/sets/ui/waiting-requests.ts";
import { useAppBadge } from "#app/domains/people/notifications/ui/use-app-badge.ts";
import { usePushedLinks } from "#app/domains/people/notifications/ui/use-pushed-links.ts";
import { useAnnouncements } from "#app/domains/value/announcements/ui/use-announcements.ts";
import { useTitleCount } from "./use-title-count.ts";

/**
 * Connects the signed-in user's inbox on every page, follows clicks on pushed notices and shows the operators'
 * announcements.
 */
export default function ViewersInbox() {
  useEffect(() => inbox.retain(), []);
  useEffect(() => {
    void refreshWaitingRequests();
    const stopReading = inbox.readNotices((notices) => {
      if (notices.some(({ kind }) => kind === "booking")) void refreshWaitingRequests();
    });
    return () => {
      stopReading();
      forgetWaitingRequests();
    };
  }, []);
  const { unread, connection } = useInbox();
  usePushedLinks();
  useTitleCount(unread);
  useAppBadge(connection === "open" ? unread : null);
  useAnnouncements(inbox.readNotices);
  return null;
}
