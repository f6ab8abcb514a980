import type { Heat } from "../heat-map.ts";

/** Height in a drawing of 30, colour, and width. Hot segments have their own colour, the one of playing sets. */
export const heatMarks: Record<Heat, { height: number; className: string; width: number }> = {
  none: { height: 3, className: "stroke-tick", width: 2 },
  cold: { height: 7, className: "stroke-edge", width: 2 },
  low: { height: 12, className: "stroke-ink-3", width: 2 },
  medium: { height: 18, className: "stroke-ink-2", width: 2 },
  high: { height: 24, className: "stroke-ink", width: 2 },
  hot: { height: 30, className: "stroke-green", width: 3 },
};
