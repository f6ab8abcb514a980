import { useEffect, useEffectEvent, useState } from "react";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

/** Interval at which a listener's texts about a moving position change: four times a second. */
const readEveryMs = 250;

const noStops: readonly number[] = [];

/**
 * Returns what `pick` makes of the position (ms from the start) of the replay that is in the player: read four times a
 * second while it plays, and as soon as the sound reaches one of `stops` (ms, by time; the same array until they
 * change). Null while there is no replay, or with an `id` another one.
 */
export function useReplayReading<T>(
  id: string | undefined,
  stops: readonly number[],
  pick: (position: number) => T,
): T | null {
  const player = usePlayerRequests();
  const isThere = usePlayer(
    ({ source }) => source?.kind === "replay" && (id === undefined || source.id === id),
  );
  const isMoving = usePlayer(({ status }) => status === "playing");
  // The state has it once a second, and after each press.
  const known = usePlayer(({ position }) => (position === null ? null : pick(position)));
  const [picked, setPicked] = useState<{ value: T | null }>();
  const read = useEffectEvent(() => {
    const { position } = player.replay;
    const value = position === null ? null : pick(position);
    setPicked((before) => (before !== undefined && Object.is(before.value, value) ? before : { value }));
    return position;
  });
  useEffect(() => {
    if (!isThere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const position = read() ?? 0;
      if (!isMoving) return;
      const next = stops.find((at) => at > position) ?? Number.POSITIVE_INFINITY;
      timer = setTimeout(look, Math.min(readEveryMs, next - position + 1));
    };
    look();
    return () => clearTimeout(timer);
  }, [isThere, isMoving, known, stops]);
  return isThere ? (picked?.value ?? known) : null;
}

/** Returns that position itself. */
export function useReplayPosition(id?: string, stops = noStops): number | null {
  return useReplayReading(id, stops, itself);
}

const itself = (position: number) => position;

/** Calls `draw` with that position before each repaint while the replay with this id plays, and when it changes. */
export function useReplayFrames(id: string, draw: (position: number) => void): void {
  const player = usePlayerRequests();
  const isThere = usePlayer(({ source }) => source?.kind === "replay" && source.id === id);
  const isMoving = usePlayer(({ status }) => status === "playing");
  const known = usePlayer((state) => state.position);
  const drawNow = useEffectEvent(() => {
    if (player.replay.position !== null) draw(player.replay.position);
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
