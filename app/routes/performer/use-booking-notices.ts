import { useEffect, useEffectEvent, useRef } from "react";
import { leaveEndedSession } from "#app/api-client.ts";
import { InboxEvent } from "#app/domains/messages/live/protocol.ts";
import { openTransport } from "#app/domains/stages/live/open-transport.ts";
import { showToast } from "#app/ui/toast.tsx";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Says what has come in about bookings since `readAt` (the server's time, epoch ms) while the page is open, and calls
 * `onNotice`.
 */
export function useBookingNotices(readAt: number, onNotice: () => void): void {
  const heardUntil = useRef(readAt);
  const hear = useEffectEvent((notices: readonly { kind: string; message: string; at: number }[]) => {
    const news = notices.filter(({ kind, at }) => kind === "booking" && at > heardUntil.current);
    for (const { message } of news) showToast("confirm", message);
    heardUntil.current = Math.max(heardUntil.current, ...news.map(({ at }) => at));
    if (news.length > 0) onNotice();
  });

  useEffect(() => {
    const url = new URL("/realtime/inbox", window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const transport = openTransport(url.href, {
      onStatus: (status) => {
        if (status === "ended") leaveEndedSession();
      },
      onText: (text) => {
        const event = InboxEvent.safeParse(parse(text)).data;
        if (event === undefined) return;
        transport.seen(event.seq);
        if (event.event === "notice") hear([event.data]);
        // Told between the reading of the page and the opening of the socket.
        if (event.event === "snapshot") hear(event.data.notices.toReversed());
      },
    });
    return () => transport.close();
  }, []);
}
