import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import {
  cueTick,
  handAt,
  lengthsOf,
  listNotes,
  morphAt,
  morphMs,
  type Note,
  ringPath,
  ringSide,
  ringTicks,
  type ShapeName,
} from "./shapes.ts";

/** Morphs to the shape; with reduced motion immediately. */
function useMorph(shape: ShapeName): number[] {
  const [lengths, setLengths] = useState(() => lengthsOf(shape));
  const shown = useRef(lengths);
  useEffect(() => {
    const from = shown.current;
    const to = lengthsOf(shape);
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const ms = isStill ? morphMs : now - startedAt;
      shown.current = morphAt(from, to, ms);
      setLengths(shown.current);
      if (ms < morphMs) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [shape]);
  return lengths;
}

export type RingLight = "green" | "amber" | "off";

const lights: Record<RingLight, string> = {
  green: "stroke-green",
  amber: "stroke-amber",
  off: "stroke-edge",
};

/**
 * The ring of the landing page: lit up to its cue point, green while something is on air, amber while it is only cued.
 */
export function Ring({
  shape,
  light,
  className,
}: {
  shape: ShapeName;
  light: RingLight;
  className?: string;
}) {
  const lengths = useMorph(shape);
  return (
    <svg
      viewBox={`0 0 ${ringSide} ${ringSide}`}
      aria-hidden="true"
      data-shape={shape}
      className={clsx("overflow-visible", className)}
    >
      <path d={ringPath(lengths, cueTick + 1, ringTicks)} className="stroke-tick" strokeWidth={2.5} />
      <path d={ringPath(lengths, 0, cueTick)} className={lights[light]} strokeWidth={2.5} />
      <path d={ringPath(lengths, cueTick, cueTick + 1)} className="stroke-amber" strokeWidth={5} />
      {shape === "listen" && <Notes />}
    </svg>
  );
}

/** The logo's pointer, in a ring without anything to play: it points at the cue. */
export function RingHand({ className }: { className?: string }) {
  const [from, to] = [handAt(0), handAt(0.62)];
  return (
    <svg
      viewBox={`0 0 ${ringSide} ${ringSide}`}
      aria-hidden="true"
      className={clsx("absolute inset-0 size-full", className)}
    >
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className="stroke-ink" strokeWidth={16} />
    </svg>
  );
}

/** Drawn around 0 0, some 20 units high. */
const glyphs: Record<Note["kind"], string> = {
  quarter: "M1.6 -10h2v16a4.2 3.5 -20 1 1 -2 -3z",
  eighth: "M0 -10c.6 3.4 6.6 4.6 5.2 10c-.8 -2.6 -2.8 -3.8 -5.2 -4.4V6.6a4.2 3.5 -20 1 1 -2 -3V-10z",
  pair: "M-5 -8l12 -3v13.6a4 3.3 -20 1 1 -2 -2.8v-6.6l-8 2v8.6a4 3.3 -20 1 1 -2 -2.8z",
};

/** One full swing. */
const swingMs = 4_400;
/** The notes appear one after the other, as the ring turns. */
const appearAfterMs = 8;

/** Thirty notes on the wave. With reduced motion they stay in place. */
function Notes() {
  return (
    <g className="fill-ink-2" data-notes="">
      {listNotes().map(({ x, y, turn, scale, kind, phase, outwards }, index) => (
        <g
          key={`${x} ${y}`}
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${outwards})`}
          className="motion-safe:animate-appear"
          style={{ animationDelay: `${index * appearAfterMs}ms` }}
        >
          <g
            className="motion-safe:animate-sway"
            style={{ animationDelay: `${(-phase * swingMs).toFixed(0)}ms` }}
          >
            <path d={glyphs[kind]} transform={`rotate(${turn - outwards}) scale(${scale.toFixed(2)})`} />
          </g>
        </g>
      ))}
    </g>
  );
}
