import { useEffect, useEffectEvent, useRef, useState } from "react";
import { countOf } from "../number.ts";

const everyMs = 5_000;
const maxSpelledOut = 2;

/** A message for the announcer. */
export interface Said {
  by: string;
  words: string;
  /** Epoch ms. */
  at: number;
  /** Written by the listener. */
  isOwn: boolean;
}

/**
 * Announces new messages to screen readers, politely and at most every 5 s: a busy chat is summarized, not read out
 * line by line. `said` is newest first.
 */
export function Announcer({ said }: { said: readonly Said[] }) {
  const [words, setWords] = useState("");
  const told = useRef<number | null>(null);
  const tell = useEffectEvent(() => {
    const newest = said[0]?.at ?? 0;
    const since = told.current ?? newest;
    told.current = newest;
    const fresh = said.filter(({ at, isOwn }) => at > since && !isOwn);
    if (fresh.length === 0) return;
    setWords(
      fresh.length > maxSpelledOut
        ? countOf(fresh.length, "new message", "new messages")
        : fresh
            .toReversed()
            .map((each) => `${each.by}: ${each.words}`)
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
