import { useEffect, useEffectEvent, useRef } from "react";
import type { Notice } from "#app/domains/air/messages/live/protocol.ts";
import { showToast } from "#app/ui/toast.tsx";

/**
 * Shows notices about bookings since `readAt` (the server's time, epoch ms) while the page is open, and calls
 * `onNotice`.
 */
export function useBookingNotices(readAt: number, onNotice: () => void): void {
  const heardUntil = useRef(readAt);
  const hear = useEffectEvent((notices: readonly Notice[]) => {
    const news = notices.filter(({ kind, at }) => kind === "booking" && at > heardUntil.current);
    if (news.length > 0) void tell(news);
    heardUntil.current = Math.max(heardUntil.current, ...news.map(({ at }) => at));
    if (news.length > 0) onNotice();
  });

  useEffect(() => {
    let stop = () => {};
    const leaving = new AbortController();
    // The shell loads it too, once the page has hydrated.
    void import("#app/domains/air/messages/live/connection-inbox.ts").then(({ inbox }) => {
      if (leaving.signal.aborted) return;
      // Notices between the loading of the page and now.
      hear(inbox.getNow().notices.toReversed());
      stop = inbox.readNotices((notices) => hear(notices));
    });
    return () => {
      leaving.abort();
      stop();
    };
  }, []);
}

/** The rare sentences of the server with a time are the only ones that need the code for it. */
async function tell(news: readonly Notice[]): Promise<void> {
  const inLocalTime = await import("#app/domains/base/time/ui/local-times.ts").then(
    ({ withLocalTimes }) => withLocalTimes,
    () => (sentence: string) => sentence,
  );
  for (const { message } of news) showToast("confirm", inLocalTime(message));
}
