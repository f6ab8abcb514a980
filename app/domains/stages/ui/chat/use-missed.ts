import { useEffect, useRef, useState } from "react";
import type { ChatMessage } from "../../live/protocol.ts";

/** listener.md 9: "Missed chat badge caps at 50+". */
export const mostMissedShown = 50;

/** How many were missed, in words as short as a badge. */
export function missedWords(missed: number): string {
  return missed > mostMissedShown ? `${mostMissedShown}+` : String(missed);
}

/** How many messages of others are newer than `seenAt` (server's clock, epoch ms). */
export function countMissed(
  messages: readonly Pick<ChatMessage, "userId" | "time">[],
  seenAt: number,
  viewerId: string | null,
): number {
  return messages.filter((message) => message.time > seenAt && message.userId !== viewerId).length;
}

/**
 * How many messages arrived while this chat was not in view; what was there before the page is not missed. `serverNow`
 * because messages carry the server's time, and the browser's clock may be hours away from it.
 */
export function useMissed(
  messages: readonly ChatMessage[],
  isInView: boolean,
  viewerId: string | null,
  serverNow: () => number,
): number {
  const [missed, setMissed] = useState(0);
  const lastSeen = useRef<number | null>(null);
  useEffect(() => {
    const seen = isInView || lastSeen.current === null ? serverNow() : lastSeen.current;
    lastSeen.current = seen;
    setMissed(isInView ? 0 : countMissed(messages, seen, viewerId));
  }, [isInView, messages, viewerId, serverNow]);
  return missed;
}
