/** The shape of the landing page: a ring of ticks whose lengths change with the topic. Pure geometry. */
export type Promo = "listen" | "perform" | "earn";
export type ShapeName = "knob" | Promo;

export const ringTicks = 144;
/** The ring is drawn in a square of this side. */
export const ringSide = 600;
/** Ticks before this one are lit: up to the cue point, where the logo has its amber tick too. */
export const cueTick = 62;

const centre = ringSide / 2;
const inner = 178;
const reach = 116;

/** Length of a tick (0 to 1) by its position around the ring (0 to 1). */
const profiles: Record<ShapeName, (along: number, index: number) => number> = {
  // A knob: 270 degrees of even ticks, each sixth longer.
  knob: (along, index) => (along > 0.75 ? 0.02 : index % 6 === 0 ? 0.46 : 0.24),
  // Sound: two waves that meet around the whole ring.
  listen: (along) =>
    0.34 + 0.24 * Math.sin(along * Math.PI * 2 * 6) + 0.12 * Math.sin(along * Math.PI * 2 * 11 + 1),
  // A beat: eight strikes that decay.
  perform: (along) => 0.12 + 0.88 * Math.exp(-5 * ((along * 8) % 1)),
  // Growth: a spiral of steps.
  earn: (along) => 0.08 + 0.92 * (Math.floor(along * 16) / 16),
};

export function lengthsOf(shape: ShapeName): number[] {
  return Array.from({ length: ringTicks }, (_, index) => profiles[shape](index / ringTicks, index));
}

/** The start (`out` 0) or end (`out` 1) of tick `index`, from the lower left clockwise like the knob. */
function pointOn(index: number, out: number): { x: number; y: number } {
  const angle = ((135 + (360 * index) / ringTicks) * Math.PI) / 180;
  const radius = inner + reach * out;
  return { x: centre + radius * Math.cos(angle), y: centre + radius * Math.sin(angle) };
}

/** A point on the pointer that turns to the cue tick: its axis at `out` 0, the ring at 1. Whole units. */
export function handAt(out: number): { x: number; y: number } {
  const at = pointOn(cueTick, 0);
  const along = (end: number) => Math.round(centre + (end - centre) * out);
  return { x: along(at.x), y: along(at.y) };
}

/** The ticks `from` up to `to` as SVG path data. */
export function ringPath(lengths: number[], from: number, to: number): string {
  let d = "";
  for (let index = from; index < to; index += 1) {
    const start = pointOn(index, 0);
    const end = pointOn(index, lengths[index] ?? 0);
    d += `M${start.x.toFixed(1)} ${start.y.toFixed(1)}L${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
  }
  return d;
}

const tickMs = 200;
const sweepMs = 220;
/** Time from the first tick's start to the last one's end. */
export const morphMs = tickMs + sweepMs;

/** The ring `ms` into its change: each tick takes 200 ms, one after the other clockwise, as if turned by hand. */
export function morphAt(from: number[], to: number[], ms: number): number[] {
  return to.map((length, index) => {
    const begun = (ms - (sweepMs * index) / ringTicks) / tickMs;
    const eased = 1 - (1 - Math.min(1, Math.max(0, begun))) ** 3;
    const start = from[index] ?? length;
    return start + (length - start) * eased;
  });
}

export interface Note {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  scale: number;
  kind: "eighth" | "quarter" | "pair";
  /** Its start phase in the slow swing, 0 to 1. */
  phase: number;
  /** The outward direction, degrees. */
  outwards: number;
}

const noteCount = 30;
const kinds = ["eighth", "quarter", "pair", "eighth", "quarter"] as const;

/** The notes of LISTEN: they are placed on the wave, near and far alternately, and swing in its order. */
export function listNotes(): Note[] {
  const lengths = lengthsOf("listen");
  return Array.from({ length: noteCount }, (_, index) => {
    const tick = Math.round((index * ringTicks) / noteCount);
    const gap = index % 2 === 0 ? 0.16 : 0.29;
    const { x, y } = pointOn(tick, (lengths[tick] ?? 0) + gap);
    return {
      x,
      y,
      turn: ((index * 37) % 28) - 14,
      scale: 0.9 + ((index * 7) % 5) * 0.14,
      kind: kinds[index % kinds.length] ?? "eighth",
      phase: ((index * 4) % noteCount) / noteCount,
      outwards: 135 + (360 * tick) / ringTicks,
    };
  });
}
