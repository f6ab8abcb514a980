import { type RefObject, useEffect, useState } from "react";
import type { Surface } from "./paint-replay.ts";

/**
 * A canvas with as many pixels as the screen has under it, whatever its zoom: a new object whenever that changes. Null
 * before it is measured.
 */
export function useSurface(canvas: RefObject<HTMLCanvasElement | null>): Surface | null {
  const [surface, setSurface] = useState<Surface | null>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width: cssWidth, height: cssHeight } = entry.contentRect;
      if (cssWidth === 0) return;
      // Safari does not know the exact number.
      const exact = entry.devicePixelContentBoxSize?.[0];
      const width = exact?.inlineSize ?? Math.round(cssWidth * devicePixelRatio);
      const height = exact?.blockSize ?? Math.round(cssHeight * devicePixelRatio);
      element.width = width;
      element.height = height;
      setSurface({ context, width, height, unit: width / cssWidth });
    });
    try {
      observer.observe(element, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(element);
    }
    return () => observer.disconnect();
  }, [canvas]);
  return surface;
}
