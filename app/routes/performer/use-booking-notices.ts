import { useEffect, useEffectEvent } from "react";
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

/** Says what arrives about bookings while the page is open, and calls `onNotice`. */
export function useBookingNotices(onNotice: () => void): void {
  const tell = useEffectEvent(onNotice);
  useEffect(() => {
    const url = new URL("/realtime/inbox", window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const transport = openTransport(url.href, {
      onStatus: (status) => {
        if (status === "ended") leaveEndedSession();
      },
      onText: (text) => {
        const event = InboxEvent.safeParse(parse(text));
        if (!event.success) return;
        transport.seen(event.data.seq);
        if (event.data.event !== "notice" || event.data.data.kind !== "booking") return;
        showToast("confirm", event.data.data.message);
        tell();
      },
    });
    return () => transport.close();
  }, []);
}
