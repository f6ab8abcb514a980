import { useEffect, useEffectEvent, useState } from "react";
import { useMediaQuery } from "#app/ui/media-query.ts";

const countMs = 900;

/** A number that runs to its new value when it changes; under reduced motion it changes immediately. */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(value);
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const getShown = useEffectEvent(() => shown);
  useEffect(() => {
    const from = getShown();
    if (from === value) return;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = isStill ? 1 : Math.min(1, Math.max(0, now - startedAt) / countMs);
      setShown(valueAt(from, value, part));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, isStill]);
  return shown;
}

/** The whole number to show after this part of the time, slower towards the end. */
export function valueAt(from: number, to: number, part: number): number {
  return Math.round(from + (to - from) * (1 - (1 - part) ** 3));
}
