import clsx from "clsx";
import { type PointerEvent, useEffect, useRef } from "react";
import { pointAt, tickCount, tickPath } from "./knob-arc.ts";
import { playerLimits } from "./limits.ts";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

const { min, max } = playerLimits.volume;
/** Pixels of vertical drag for the whole range. */
const dragPixels = 160;
const wheelStep = 4;

/**
 * The volume: a native range input, for keyboard, touch screen readers and announcements, below a dial of 28 ticks over
 * 270 degrees that is turned by dragging up and down or by the wheel.
 */
export function VolumeKnob({ className }: { className?: string }) {
  const player = usePlayerRequests();
  const volume = usePlayer((state) => state.volume);
  const isMuted = usePlayer((state) => state.isMuted);
  const knob = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const drag = useRef<{ y: number; volume: number } | null>(null);

  useEffect(() => {
    const element = knob.current;
    const turn = (event: WheelEvent) => {
      // React's wheel listeners are passive; here the page must not scroll as well.
      event.preventDefault();
      player.sound.setVolume(player.getState().volume - Math.sign(event.deltaY) * wheelStep);
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [player]);

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    input.current?.focus({ preventScroll: true });
    drag.current = { y: event.clientY, volume };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    const turned = ((drag.current.y - event.clientY) / dragPixels) * 100;
    player.sound.setVolume(drag.current.volume + turned);
  };
  const end = () => {
    drag.current = null;
  };

  return (
    <div
      ref={knob}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className={clsx(
        "relative size-11 shrink-0 cursor-ns-resize touch-none rounded-full has-focus-visible:outline-2 has-focus-visible:outline-ink",
        className,
      )}
    >
      <input
        ref={input}
        type="range"
        aria-label="Volume"
        min={min}
        max={max}
        step={1}
        value={volume}
        aria-valuetext={isMuted ? `${volume} percent, muted` : `${volume} percent`}
        onChange={(event) => player.sound.setVolume(event.currentTarget.valueAsNumber)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <Dial volume={isMuted ? 0 : volume} />
    </div>
  );
}

function Dial({ volume }: { volume: number }) {
  const share = volume / 100;
  const lit = Math.round(share * tickCount);
  const size = { middle: 22, inner: 15.5, outer: 20 };
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className="pointer-events-none size-full">
      <path d={tickPath([lit, tickCount], size)} className="stroke-tick" strokeWidth={1.5} />
      <path d={tickPath([0, lit], size)} className="stroke-ink-2" strokeWidth={1.5} />
      <circle cx={22} cy={22} r={12} className="fill-control" />
      <path
        d={`M${pointAt(share, 22, 5)}L${pointAt(share, 22, 11)}`}
        className="stroke-ink"
        strokeWidth={2}
      />
    </svg>
  );
}
