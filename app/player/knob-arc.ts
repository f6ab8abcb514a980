import { playerLimits } from "./limits.ts";

const { ticks, degrees } = playerLimits.knob;

/** Number of ticks of the arc. */
export const tickCount = ticks;

/**
 * The angle of `share` (0 to 1) on the knob's arc: from the lower left over the top to the lower right, open below. In
 * radians as screens count them, clockwise from the right; where y points up it is negated.
 */
export function angleAt(share: number): number {
  return ((270 + (share - 0.5) * degrees) * Math.PI) / 180;
}

/** A point on a ray of the arc, in the units of a drawing whose centre is at (`middle`, `middle`). */
export function pointAt(share: number, middle: number, radius: number): string {
  const angle = angleAt(share);
  return `${(middle + radius * Math.cos(angle)).toFixed(2)} ${(middle + radius * Math.sin(angle)).toFixed(2)}`;
}

/** The ticks `from` (inclusive) to `to` (exclusive) as SVG path data. */
export function tickPath(
  [from, to]: readonly [from: number, to: number],
  { middle, inner, outer }: { middle: number; inner: number; outer: number },
): string {
  let path = "";
  for (let tick = from; tick < to; tick += 1) {
    const share = tick / (tickCount - 1);
    path += `M${pointAt(share, middle, inner)}L${pointAt(share, middle, outer)}`;
  }
  return path;
}
