/** The landing's shape: a ring of ticks whose lengths change with what it tells of. Pure geometry. */
export type LandingTab = "login" | "listen" | "perform" | "earn";

const ticks = 144;
const centre = 300;
const inner = 176;
const reach = 118;

/** Length of a tick (0 to 1) by how far around the ring it stands (0 to 1). */
const profiles: Record<LandingTab, (along: number, index: number) => number> = {
  // A knob: 270 degrees of even ticks, each fifth longer.
  login: (along, index) => (along > 0.75 ? 0.02 : index % 6 === 0 ? 0.42 : 0.24),
  // Sound: slow waves around the whole ring.
  listen: (along) =>
    0.32 + 0.3 * Math.sin(along * Math.PI * 2 * 6) + 0.18 * Math.sin(along * Math.PI * 2 * 11 + 1),
  // A beat: eight strikes that decay.
  perform: (along) => 0.12 + 0.88 * Math.exp(-5 * ((along * 8) % 1)),
  // Growth: a spiral of steps.
  earn: (along) => 0.08 + 0.92 * (Math.floor(along * 16) / 16),
};

export function lengthsOf(tab: LandingTab): number[] {
  return Array.from({ length: ticks }, (_, index) => profiles[tab](index / ticks, index));
}

/** Where tick `index` begins (`out` 0) or ends (`out` 1), from the lower left clockwise like the knob. */
function pointOn(index: number, out: number): { x: number; y: number } {
  const angle = ((135 + (360 * index) / ticks) * Math.PI) / 180;
  const radius = inner + reach * out;
  return { x: centre + radius * Math.cos(angle), y: centre + radius * Math.sin(angle) };
}

/** The ring as SVG path data, of the ticks that `isIncluded` picks. */
export function ringPath(lengths: number[], isIncluded: (index: number) => boolean = () => true): string {
  return lengths
    .map((length, index) => {
      if (!isIncluded(index)) return "";
      const from = pointOn(index, 0);
      const to = pointOn(index, length);
      return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
    })
    .join("");
}

/** Between two shapes, `share` of the way (0 to 1). */
export function blend(from: number[], to: number[], share: number): number[] {
  return to.map((length, index) => {
    const start = from[index] ?? length;
    return start + (length - start) * share;
  });
}

/** The 30 notes of LISTEN: spread over the ring, some further out than others. */
export function notePlaces(): { x: number; y: number; size: number; turn: number }[] {
  return Array.from({ length: 30 }, (_, index) => {
    const out = 0.3 + ((index * 7) % 10) / 14;
    const { x, y } = pointOn((index * ticks) / 30, out);
    return { x, y, size: 14 + ((index * 5) % 4) * 5, turn: ((index * 13) % 30) - 15 };
  });
}
