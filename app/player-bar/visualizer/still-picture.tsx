import { useEffect, useState } from "react";
import { pointAt, tickCount, tickPath } from "../../player/knob-arc.ts";
import { usePlayer, usePlayerRequests } from "../../player/player-provider.tsx";
import { bandOf } from "./rules.ts";

const lookEveryMs = 100;
/** A picture that changes once a second does not count as motion. */
const changeEveryMs = 1_000;

/**
 * The bands in words. The meter ends where the last one starts: values above it are for beats, of which there are none
 * here.
 */
const words = ["Silent", "Faint", "Quiet", "Medium", "Loud", "At the limit"];

/** The level as a drawn knob and a word, for reduced motion and without WebGL. */
export function StillPicture() {
  const level = useLoudest();
  const share = Math.min(1, level / 100);
  const lit = Math.round(share * tickCount);
  const size = { middle: 32, inner: 22, outer: 29 };
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 p-6 pt-16">
      <svg viewBox="0 0 64 58" aria-hidden="true" className="min-h-0 w-full max-w-lg shrink">
        <path
          d={tickPath([0, lit], size)}
          className={level > 100 ? "stroke-red" : "stroke-green"}
          strokeWidth={1.5}
        />
        <path d={tickPath([lit, tickCount], size)} className="stroke-tick" strokeWidth={1.5} />
        <path
          d={`M${pointAt(share, 32, 4)}L${pointAt(share, 32, 16)}`}
          className="stroke-ink"
          strokeWidth={2}
        />
      </svg>
      <p className="display text-28 sm:text-44">{words[bandOf(level / 100)]}</p>
    </div>
  );
}

/** The loudest level of each second on the meter's scale, 0 while nothing plays. */
function useLoudest(): number {
  const player = usePlayerRequests();
  const isPlaying = usePlayer(({ status }) => status === "playing");
  const [loudest, setLoudest] = useState(0);
  useEffect(() => {
    if (!isPlaying) return;
    let heard = 0;
    const look = setInterval(() => {
      if (!document.hidden) heard = Math.max(heard, player.level());
    }, lookEveryMs);
    const change = setInterval(() => {
      if (!document.hidden) setLoudest(Math.round(heard));
      heard = 0;
    }, changeEveryMs);
    return () => {
      clearInterval(look);
      clearInterval(change);
    };
  }, [isPlaying, player]);
  return isPlaying ? loudest : 0;
}
