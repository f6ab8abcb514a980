import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { playerLimits } from "../player/limits.ts";
import { usePlayer, usePlayerRequests } from "../player/player-provider.tsx";
import { clockOf } from "../player/replay-texts.ts";
import { useReplayPosition } from "../player/use-replay.ts";

const { arrowMs, pageMs } = playerLimits.replay;
/** A slider that is dragged reports every pixel; the sound jumps when it has stayed this long, or is released. */
const settledMs = 150;

/** The position in the replay that is in the player, over the whole width of what it is in. */
export function SeekSlider({ className }: { className?: string }) {
  const player = usePlayerRequests();
  const duration = usePlayer((state) => state.duration) ?? 0;
  const position = useReplayPosition() ?? 0;
  const [draft, setDraft] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (to: number | null) => {
    clearTimeout(timer.current);
    if (to === null) return;
    setDraft(null);
    player.replay.seek(to);
  };
  const drag = (to: number) => {
    setDraft(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(to), settledMs);
  };
  const onKey = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, position, duration);
    if (to === null) return;
    event.preventDefault();
    commit(to);
  };

  const shown = draft ?? position;
  return (
    <input
      type="range"
      aria-label="Position"
      aria-valuetext={`${clockOf(shown)} of ${clockOf(duration)}`}
      min={0}
      max={Math.max(1, Math.round(duration))}
      step={1}
      value={Math.min(shown, duration)}
      onChange={(event) => drag(event.currentTarget.valueAsNumber)}
      onPointerUp={() => commit(draft)}
      onKeyDown={onKey}
      className={className}
    />
  );
}

/** Returns the position that a key leads to, ms; null where it is none of the slider's. */
export function keyTarget(key: string, position: number, duration: number): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, position - arrowMs);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(duration, position + arrowMs);
    case "PageDown":
      return Math.max(0, position - pageMs);
    case "PageUp":
      return Math.min(duration, position + pageMs);
    case "Home":
      return 0;
    case "End":
      return duration;
    default:
      return null;
  }
}
