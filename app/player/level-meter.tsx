import clsx from "clsx";
import { useEffect, useEffectEvent, useRef } from "react";
import { playerLimits } from "./limits.ts";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

const { thresholds, medium, high, clip, refreshMs } = playerLimits.meter;
const fall = (playerLimits.levelFall * refreshMs) / 1_000;

/** The level of what the player plays. */
export function LevelMeter({ className }: { className?: string }) {
  const player = usePlayerRequests();
  const isPlaying = usePlayer(({ status }) => status === "playing");
  return <SegmentMeter isPlaying={isPlaying} level={() => player.level()} className={className} />;
}

/**
 * Seven segments that follow the sound. Drawn outside React, thirty times a second; the state in words is beside it.
 */
export function SegmentMeter({
  isPlaying,
  level,
  className,
}: {
  isPlaying: boolean;
  /** The present level, 0 to 100 and above. */
  level: () => number;
  className?: string;
}) {
  const readLevel = useEffectEvent(level);
  const meter = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const segments = Array.from(meter.current?.children ?? []);
    const draw = (level: number) => {
      segments.forEach((segment, index) => {
        segment.toggleAttribute("data-lit", level > (thresholds[index] ?? Infinity));
      });
    };
    if (!isPlaying) {
      draw(0);
      return;
    }
    let shown = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      shown = Math.max(readLevel(), shown - fall);
      draw(shown);
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return (
    <div ref={meter} aria-hidden="true" className={clsx("flex items-end gap-[3px]", className)}>
      {thresholds.map((threshold) => (
        <i key={threshold} className={clsx("h-full w-[5px] bg-tick", litTone(threshold))} />
      ))}
    </div>
  );
}

/** Green is the safe range and red only clipping: values in between are more prominent the higher they are. */
export function litTone(threshold: number): string {
  if (threshold >= clip) return "data-lit:bg-red";
  if (threshold >= high) return "data-lit:bg-ink";
  return threshold >= medium ? "data-lit:bg-ink-3" : "data-lit:bg-green";
}
