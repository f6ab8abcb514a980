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
  const [fresh, setFresh] = useState<readonly Said[]>([]);
  const told = useRef<number | null>(null);
  const tell = useEffectEvent(() => {
    const newest = said[0]?.at ?? 0;
    const since = told.current ?? newest;
    told.current = newest;
    const added = said.filter(({ at, isOwn }) => at > since && !isOwn);
    if (added.length > 0) setFresh(added);
  });
  useEffect(() => {
    const timer = setInterval(() => tell(), everyMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p aria-live="polite" className="sr-only">
      {announcementOf(fresh, said)}
    </p>
  );
}

/** The text for new messages; empty once one of them was deleted, so that the page does not keep it. */
export function announcementOf(fresh: readonly Said[], said: readonly Said[]): string {
  if (fresh.length > maxSpelledOut) return countOf(fresh.length, "new message", "new messages");
  const areAllThere = fresh.every((each) => said.some(({ at, by }) => at === each.at && by === each.by));
  if (!areAllThere) return "";
  return fresh
    .toReversed()
    .map((each) => `${each.by}: ${each.words}`)
    .join(". ");
}
