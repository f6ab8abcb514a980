import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { blend, type LandingTab, lengthsOf, notePlaces, ringPath } from "./shapes.ts";

const morphMs = 200;
/** The part of the ring that is lit: up to the cue point of the mark. */
const litTicks = 62;

/** Morphs to the shape of the tab; with reduced motion it is there at once. */
function useMorph(tab: LandingTab): number[] {
  const [lengths, setLengths] = useState(() => lengthsOf(tab));
  const shown = useRef(lengths);
  useEffect(() => {
    const from = shown.current;
    const to = lengthsOf(tab);
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const along = isStill ? 1 : Math.min(1, (now - startedAt) / morphMs);
      shown.current = blend(from, to, 1 - (1 - along) ** 3);
      setLengths(shown.current);
      if (along < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [tab]);
  return lengths;
}

/** The ring behind the landing: green up to its cue point while something is on air, amber while it is only cued. */
export function Shape({ tab, isLive, className }: { tab: LandingTab; isLive: boolean; className?: string }) {
  const lengths = useMorph(tab);
  return (
    <svg viewBox="0 0 600 600" aria-hidden="true" className={className}>
      <path d={ringPath(lengths, (index) => index >= litTicks)} className="stroke-tick" strokeWidth={2} />
      <path
        d={ringPath(lengths, (index) => index < litTicks)}
        className={isLive ? "stroke-green" : "stroke-amber"}
        strokeWidth={2}
      />
      {tab === "listen" && (
        <g className="fill-ink-2">
          {notePlaces().map(({ x, y, size, turn }) => (
            <path
              key={`${x} ${y}`}
              d="M9 0v11.2A3.6 3.2 0 1 0 10.8 14V4.4l5 1.8V2.6z"
              transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) scale(${(size / 16).toFixed(2)}) translate(-8 -8)`}
            />
          ))}
        </g>
      )}
    </svg>
  );
}

/** The three words of the poster. */
export function PromoTabs({
  chosen,
  onChoose,
}: {
  chosen: LandingTab;
  onChoose: (tab: Exclude<LandingTab, "login">) => void;
}) {
  const tabs = ["listen", "perform", "earn"] as const;
  return (
    <ul>
      {tabs.map((tab) => (
        <li key={tab}>
          <button
            type="button"
            aria-pressed={chosen === tab}
            onClick={() => onChoose(tab)}
            className={clsx(
              "display block min-h-11 text-28 uppercase transition-colors sm:text-44 xl:text-72",
              chosen === tab || chosen === "login" ? "text-ink" : "text-ink-3",
              "hover:text-ink",
            )}
          >
            {tab}
          </button>
        </li>
      ))}
    </ul>
  );
}
