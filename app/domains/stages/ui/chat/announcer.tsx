import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ChatMessage } from "../../live/protocol.ts";

const everyMs = 5_000;
const mostSpelledOut = 2;

/**
 * Reads new messages to screen readers, politely and at most every 5 s: a busy chat is summed up, not read out
 * line by line. `messages` is newest first.
 */
export function Announcer({ messages, ownId }: { messages: ChatMessage[]; ownId: string | null }) {
  const [words, setWords] = useState("");
  const told = useRef<number | null>(null);
  const tell = useEffectEvent(() => {
    const newest = messages[0]?.time ?? 0;
    const since = told.current ?? newest;
    told.current = newest;
    const fresh = messages.filter((message) => message.time > since && message.userId !== ownId);
    if (fresh.length === 0) return;
    setWords(
      fresh.length > mostSpelledOut
        ? `${fresh.length} new messages`
        : fresh
            .toReversed()
            .map((message) => `${message.user}: ${message.message}`)
            .join(". "),
    );
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
