import { useEffect, useState } from "react";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";
import { behindMs, steadySeconds } from "./replay/rewind.ts";
import { clockOf } from "./replay-texts.ts";

const readEveryMs = 500;

/** Shows how far behind live the past is that is heard: `1:24`. The default export of its own chunk. */
export default function BehindLive() {
  const player = usePlayerRequests();
  const source = usePlayer((state) => state.source);
  // After a jump it is read at once.
  const jumped = usePlayer((state) => state.position);
  const [seconds, setSeconds] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const read = () => {
      if (source?.kind !== "replay" || source.service !== undefined) return;
      const now = player.room?.serverNow() ?? Date.now();
      const ms = behindMs(source, player.replay.position ?? 0, now);
      setSeconds((before) => steadySeconds(before, ms));
    };
    read();
    const timer = setInterval(read, readEveryMs);
    return () => clearInterval(timer);
  }, [player, source, jumped]);
  return seconds === null ? null : <>{clockOf(seconds * 1_000)} </>;
}
