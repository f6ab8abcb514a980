import { useEffect, useEffectEvent, useState } from "react";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

/** What a listener reads of a moving position changes four times a second. */
const readEveryMs = 250;

/**
 * The position of the replay that is in the player (ms from its start), four times a second while it plays; null while
 * there is none, or with an `id` another one.
 */
export function useReplayPosition(id?: string): number | null {
  const player = usePlayerRequests();
  const isThere = usePlayer(
    ({ source }) => source?.kind === "replay" && (id === undefined || source.id === id),
  );
  const isMoving = usePlayer(({ status }) => status === "playing");
  // The state has it once a second, and after each press.
  const known = usePlayer((state) => state.position);
  const [position, setPosition] = useState(known);
  useEffect(() => {
    if (!isThere) return;
    const read = () => setPosition(player.position);
    read();
    if (!isMoving) return;
    const timer = setInterval(read, readEveryMs);
    return () => clearInterval(timer);
  }, [player, isThere, isMoving, known]);
  return isThere ? (position ?? known) : null;
}

/** Calls `draw` with that position before each repaint while the replay with this id plays, and when it changes. */
export function useReplayFrames(id: string, draw: (position: number) => void): void {
  const player = usePlayerRequests();
  const isThere = usePlayer(({ source }) => source?.kind === "replay" && source.id === id);
  const isMoving = usePlayer(({ status }) => status === "playing");
  const known = usePlayer((state) => state.position);
  const drawNow = useEffectEvent(() => {
    if (player.position !== null) draw(player.position);
  });
  useEffect(() => {
    if (!isThere) return;
    drawNow();
    if (!isMoving) return;
    let frame = requestAnimationFrame(function onFrame() {
      drawNow();
      frame = requestAnimationFrame(onFrame);
    });
    return () => cancelAnimationFrame(frame);
  }, [isThere, isMoving, known]);
}
