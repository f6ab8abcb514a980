import { useEffect, useState } from "react";
import { playerLimits } from "../limits.ts";
import { usePlayer, usePlayerRequests } from "../player-provider.tsx";
import { bandOf } from "./rules.ts";

const lookEveryMs = 100;
/** A picture that changes once a second is no motion. */
const changeEveryMs = 1_000;

/** The bands in words. The meter ends where the last begins: what lies above is for beats, and nothing beats here. */
const words = ["Silent", "Faint", "Quiet", "Medium", "Loud", "At the limit"];

/** The level as a drawn knob and a word, for who wants no motion and where there is no WebGL. */
export function StillPicture() {
  const level = useLoudest();
  const share = Math.min(1, level / 100);
  const lit = Math.round(share * tickCount);
  const [x, y] = along(share);
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 p-6 pt-16">
      <svg viewBox="0 0 64 58" aria-hidden="true" className="min-h-0 w-full max-w-lg shrink">
        <path
          d={ticksBetween(0, lit)}
          className={level > 100 ? "stroke-red" : "stroke-green"}
          strokeWidth={1.5}
        />
        <path d={ticksBetween(lit, tickCount)} className="stroke-tick" strokeWidth={1.5} />
        <path
          d={`M${32 + 4 * x} ${32 + 4 * y}L${32 + 16 * x} ${32 + 16 * y}`}
          className="stroke-ink"
          strokeWidth={2}
        />
      </svg>
      <p className="display text-28 sm:text-44">{words[bandOf(level / 100)]}</p>
    </div>
  );
}

/** The loudest of each second on the meter's scale, 0 while nothing sounds. */
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

/** As on the volume knob. */
const { ticks: tickCount, degrees } = playerLimits.knob;

/** Where on the knob's arc a share of it is, from the lower left. */
function along(share: number): [x: number, y: number] {
  const angle = ((135 + degrees * share) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function ticksBetween(from: number, to: number): string {
  let d = "";
  for (let tick = from; tick < to; tick += 1) {
    const [x, y] = along(tick / (tickCount - 1));
    const point = (radius: number) => `${(32 + radius * x).toFixed(1)} ${(32 + radius * y).toFixed(1)}`;
    d += `M${point(22)}L${point(29)}`;
  }
  return d;
}
