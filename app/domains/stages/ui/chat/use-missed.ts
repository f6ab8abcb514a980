import { useEffect, useRef, useState } from "react";
import type { ChatMessage } from "../../live/protocol.ts";

/** How many messages arrived while this chat was not in view; what was there before the page is not missed. */
export function useMissed(messages: readonly ChatMessage[], isInView: boolean): number {
  const [missed, setMissed] = useState(0);
  const lastSeen = useRef<number | null>(null);
  useEffect(() => {
    const seen = isInView || lastSeen.current === null ? Date.now() : lastSeen.current;
    lastSeen.current = seen;
    setMissed(isInView ? 0 : messages.filter((message) => message.time > seen).length);
  }, [isInView, messages]);
  return missed;
}
