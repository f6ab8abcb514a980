/** Draws a replay's picture: the sound upwards from a base line, the cheers below it, tracks over both. */
import type { Heat, HeatSpan } from "../../sets/heat-map.ts";
import { barsOf, fitName, marksOf, xOf } from "../picture.ts";

export interface PaintedReplay {
  duration: number;
  peaks: readonly number[];
  tracks: readonly { id: string; start: number; name: string }[];
  gaps: readonly { at: number }[];
  /** Null where statistics are hidden. */
  heat: readonly HeatSpan[] | null;
}

export interface PaintedMoment {
  position: number;
  /** It has been started: what is before the position was played. */
  isStarted: boolean;
  /** Position of a pointer, ms, or null. */
  pointed: number | null;
}

/** The theme's colours. */
export interface Paints {
  ground: string;
  ink: string;
  faint: string;
  bar: string;
  tick: string;
  green: string;
  amber: string;
  font: string;
}

export function readPaints(element: Element): Paints {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name);
  return {
    ground: token("--ground"),
    ink: token("--ink"),
    faint: token("--ink-3"),
    bar: token("--edge"),
    tick: token("--tick"),
    green: token("--green"),
    amber: token("--amber"),
    font: style.fontFamily,
  };
}

/** Heights in CSS pixels, from the top. */
const names = 22;
const heatRoom = 34;
/** Each bar with the space after it, CSS pixels. */
const barStep = 3;
const barWidth = 2;
const gapWidth = 9;
const heatHeights: Record<Heat, number> = { none: 2, cold: 6, low: 11, medium: 17, high: 23, hot: 30 };

/** The canvas in its own pixels; `unit` of them are one CSS pixel. */
export interface Surface {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  unit: number;
}

export function paintReplay(
  surface: Surface,
  replay: PaintedReplay,
  moment: PaintedMoment,
  paints: Paints,
): void {
  const { context, width, height } = surface;
  context.clearRect(0, 0, width, height);
  paintSound(surface, replay, moment, paints);
  if (replay.heat) paintHeat(surface, replay.heat, replay.duration, paints);
  paintGaps(surface, replay, paints);
  paintTracks(surface, replay, moment, paints);
  paintHeads(surface, replay, moment, paints);
}

const baseOf = ({ height, unit }: Surface) => height - Math.round(heatRoom * unit);

function paintSound(
  surface: Surface,
  { peaks, duration }: PaintedReplay,
  { position, isStarted, pointed }: PaintedMoment,
  { bar, green, faint }: Paints,
): void {
  const { context, width, unit } = surface;
  const step = Math.max(2, Math.round(barStep * unit));
  const thick = Math.max(1, Math.round(barWidth * unit));
  const heights = barsOf(peaks, duration, Math.floor(width / step));
  const base = baseOf(surface);
  const most = base - Math.round(names * unit);
  const playedTo = isStarted ? xOf(position, duration, width) : 0;
  const pointedTo = pointed === null ? playedTo : xOf(pointed, duration, width);
  heights.forEach((share, index) => {
    const x = index * step;
    const tall = Math.max(unit, Math.round(share * most));
    context.fillStyle = x < playedTo ? green : x < pointedTo ? faint : bar;
    // What a press would play again.
    context.globalAlpha = x < playedTo && x >= pointedTo ? 0.55 : 1;
    context.fillRect(x, base - tall, thick, tall);
  });
  context.globalAlpha = 1;
}

function paintHeat(
  surface: Surface,
  heat: readonly HeatSpan[],
  duration: number,
  { tick, bar, faint, ink, green }: Paints,
): void {
  const { context, width, unit } = surface;
  const colors: Record<Heat, string> = {
    none: tick,
    cold: bar,
    low: faint,
    medium: faint,
    high: ink,
    hot: green,
  };
  const step = Math.max(2, Math.round(barStep * unit)) * 2;
  const thick = Math.max(1, Math.round(barWidth * unit));
  const top = baseOf(surface) + Math.round(3 * unit);
  const segments = heat.flatMap((span) => span.segments);
  let current = 0;
  for (let x = 0; x + thick <= width; x += step) {
    const at = (x / width) * duration;
    while (current < segments.length - 1 && (segments[current]?.end ?? 0) <= at) current++;
    const name = segments[current]?.heat ?? "none";
    context.fillStyle = colors[name];
    context.fillRect(x, top, thick, Math.round(heatHeights[name] * unit));
  }
}

/** Paints a hatched strip where sound is missing. It has no length in the recording. */
function paintGaps(surface: Surface, { gaps, duration }: PaintedReplay, { ground, faint }: Paints): void {
  const { context, width, unit } = surface;
  const [top, base] = [Math.round(names * unit), baseOf(surface)];
  const wide = Math.round(gapWidth * unit);
  for (const { at } of gaps) {
    const left = Math.min(width - wide, Math.max(0, xOf(at, duration, width) - wide / 2));
    context.save();
    context.beginPath();
    context.rect(left, top, wide, base - top);
    context.clip();
    context.fillStyle = ground;
    context.fillRect(left, top, wide, base - top);
    context.strokeStyle = faint;
    context.lineWidth = Math.max(1, Math.round(unit));
    context.beginPath();
    for (let y = top; y < base + wide; y += 5 * unit) {
      context.moveTo(left, y);
      context.lineTo(left + wide, y - wide);
    }
    context.stroke();
    context.restore();
  }
}

function paintTracks(
  surface: Surface,
  { tracks, duration }: PaintedReplay,
  { position }: PaintedMoment,
  { ink, faint, tick, font }: Paints,
): void {
  const { context, width, unit } = surface;
  const current = tracks.findLast(({ start }) => start <= position)?.id;
  context.font = `${12 * unit}px ${font}`;
  context.textBaseline = "middle";
  const inset = 5 * unit;
  const widthOf = (text: string) => context.measureText(text).width;
  marksOf(tracks, duration, width).forEach(({ id, x, room }, index) => {
    context.fillStyle = id === current ? ink : tick;
    context.fillRect(
      Math.min(width - unit, Math.round(x)),
      0,
      Math.max(1, Math.round(unit)),
      baseOf(surface),
    );
    const name = fitName(tracks[index]?.name ?? "", room - 2 * inset, widthOf);
    if (name === null) return;
    context.fillStyle = id === current ? ink : faint;
    context.fillText(name, x + inset, (names / 2 - 1) * unit);
  });
}

function paintHeads(
  surface: Surface,
  { duration }: PaintedReplay,
  { position, isStarted, pointed }: PaintedMoment,
  { ink, green, amber }: Paints,
): void {
  const { context, width, height, unit } = surface;
  const line = (at: number, color: string, thick: number) => {
    context.fillStyle = color;
    const x = Math.min(width - thick, Math.max(0, Math.round(xOf(at, duration, width) - thick / 2)));
    context.fillRect(x, 0, thick, height);
  };
  if (pointed !== null) line(pointed, ink, Math.max(1, Math.round(unit)));
  if (isStarted) line(position, green, Math.round(2 * unit));
  else if (position > 0) line(position, amber, Math.round(2 * unit));
}
