import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { trackAt } from "#app/domains/air/replays/track-at.ts";
import type { ReplayDetailsView } from "../contract.ts";
import { momentText } from "../moment.ts";
import type { ReplayPlayer } from "./use-replay-player.ts";

const smallStepMs = 5_000;
const largeStepMs = 60_000;

const steps: Record<string, number> = {
  ArrowLeft: -smallStepMs,
  ArrowDown: -smallStepMs,
  ArrowRight: smallStepMs,
  ArrowUp: smallStepMs,
  PageDown: -largeStepMs,
  PageUp: largeStepMs,
};

/** Shows the position of a replay, for every kind of input. A drag goes there when it ends, a key immediately. */
export function ReplaySlider({
  replay,
  player: { position, isIdle, moveTo, moveBy },
  onFocusChange,
}: {
  replay: ReplayDetailsView;
  player: ReplayPlayer;
  onFocusChange: (isFocused: boolean) => void;
}) {
  const { duration, tracks } = replay;
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? position;
  const commit = useEffectEvent((at: number) => {
    setDragged(null);
    moveTo(at);
  });
  // The browser's own event: React calls each movement a change.
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    const onChange = () => commit(element.valueAsNumber);
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    if (step !== undefined) moveBy(step);
    else if (event.key === "Home") moveTo(0);
    else if (event.key === "End") moveTo(duration);
    else return;
    event.preventDefault();
    // The page's own shortcuts use some of these keys.
    event.stopPropagation();
  };
  const share = duration <= 0 ? 0 : (shown / duration) * 100;
  const filled = isIdle ? "var(--amber)" : "var(--green)";
  return (
    <input
      ref={input}
      type="range"
      aria-label="Position"
      aria-valuetext={momentText(shown, duration, trackAt(tracks, shown)?.track ?? null)}
      min={0}
      max={Math.max(1, duration)}
      step={1}
      value={Math.round(shown)}
      onChange={(event) => setDragged(event.target.valueAsNumber)}
      onKeyDown={onKeyDown}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
      style={{ "--slot": `linear-gradient(to right, ${filled} ${share}%, var(--tick) ${share}%)` } as object}
      className={[
        "block h-11 w-full cursor-pointer appearance-none bg-transparent",
        "[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:bg-(image:--slot)",
        "[&::-webkit-slider-thumb]:-mt-2 [&::-webkit-slider-thumb]:h-5 [&::-webkit-slider-thumb]:w-3 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-control [&::-webkit-slider-thumb]:bg-ink",
        "[&::-moz-range-track]:h-1 [&::-moz-range-track]:bg-(image:--slot)",
        "[&::-moz-range-thumb]:h-5 [&::-moz-range-thumb]:w-3 [&::-moz-range-thumb]:rounded-control [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-ink",
      ].join(" ")}
    />
  );
}
