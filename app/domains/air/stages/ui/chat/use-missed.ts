import { useEffect, useRef, useState } from "react";
import type { ChatMessage } from "../../live/protocol.ts";

/** The badge of missed messages counts to 50+. */
export const maxMissedShown = 50;

/** The number of missed messages, as short as in a badge. */
export function missedText(missed: number): string {
  return missed > maxMissedShown ? `${maxMissedShown}+` : String(missed);
}

/** Counts messages of others that are newer than `seenAt` (server time, epoch ms). */
export function countMissed(
  messages: readonly Pick<ChatMessage, "userId" | "time">[],
  seenAt: number,
  viewerId: string | null,
): number {
  return messages.filter((message) => message.time > seenAt && message.userId !== viewerId).length;
}

/**
 * Returns the time (server time, epoch ms) up to which the reader has looked: to the newest message while the chat is
 * in view, and when its messages have just been loaded (`before` null): older ones than the page were not missed. Uses
 * the messages' own times, because the browser's clock may be hours off. `messages` is newest first.
 */
export function lookedUpTo(
  before: number | null,
  messages: readonly Pick<ChatMessage, "time">[],
  isInView: boolean,
): number {
  return before === null || isInView ? Math.max(before ?? 0, messages[0]?.time ?? 0) : before;
}

/** Counts messages that arrived while this chat was not in view. `messages` is null until the room has sent them. */
export function useMissed(
  messages: readonly ChatMessage[] | null,
  isInView: boolean,
  viewerId: string | null,
): number {
  const [missed, setMissed] = useState(0);
  const lastSeen = useRef<number | null>(null);
  useEffect(() => {
    if (messages === null) return;
    lastSeen.current = lookedUpTo(lastSeen.current, messages, isInView);
    setMissed(countMissed(messages, lastSeen.current, viewerId));
  }, [isInView, messages, viewerId]);
  return missed;
}
