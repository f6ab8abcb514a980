import { Echo } from "./echo.ts";
import { ladder, obliqueLadder, outerLadder, type Rung } from "./ladder.ts";
import { type LandmarkIndex } from "./landmark-index.ts";
import { explained, type PeakTable, strong } from "./peaks.ts";
import { type Choice, Query } from "./search.ts";
import type { Thresholds } from "./thresholds.ts";
import { type Alignment, chanceOf, fit, match } from "./verify.ts";

/** Length of the sound that is looked up at once: 10 s. */
export const windowFrames = 625;
/** Rungs that are looked up together; the rest only if they find nothing clear. */
const rungsAtOnce = 27;

/** Share of a reference's peaks from which no other rungs are looked up. */
const clearShare = 0.4;

/**
 * The speeds and the peaks of a search: few at first, then all, then only what is not explained yet. `slow` is for far
 * speeds, `oblique` for references of which time and pitch may be changed apart.
 */
export type Lane = "quick" | "dense" | "unexplained" | "slow" | "oblique";

const choices: Record<Lane, Choice> = {
  quick: { mask: strong, wanted: strong, fanOut: 6 },
  dense: { mask: 0, wanted: 0, fanOut: 8 },
  unexplained: { mask: explained, wanted: 0, fanOut: 8 },
  slow: { mask: strong, wanted: strong, fanOut: 6 },
  oblique: { mask: strong, wanted: strong, fanOut: 6 },
};

export interface Found {
  reference: string;
  alignment: Alignment;
  excess: number;
  share: number;
}

export interface SearchOptions {
  lane: Lane;
  /** Widest change of speed of all lanes but the slow one, which goes twice as far. */
  range: number;
  from: number;
  to: number;
  /** Speeds of the records before, looked up first. */
  likely: readonly number[];
  /** References that are not looked for. */
  isKnown: (reference: string) => boolean;
}

/** Returns references that are present in live sound, verified peak by peak, the clearest first. */
export function findReferences(
  index: LandmarkIndex,
  live: PeakTable,
  thresholds: Thresholds,
  { lane, range, from, to, likely, isKnown }: SearchOptions,
): Found[] {
  const query = new Query(live, from, to, choices[lane]);
  const all: Found[] = [];
  for (const group of inGroups(rungsOf(lane, range, likely))) {
    const found = query
      .search(index, group)
      .filter(({ reference }) => !isKnown(reference))
      .flatMap((candidate) => verify(index, live, candidate, from, to) ?? [])
      .filter(({ excess }) => excess >= thresholds.followExcess)
      .map((each) => settle(index, live, each, from, to));
    all.push(...found);
    // Something with the same drums at a near speed must not hide the recording at a far one.
    if (found.some(({ share }) => share >= clearShare)) break;
  }
  return onePerReference(all.toSorted((one, other) => other.excess - one.excess));
}

function verify(
  index: LandmarkIndex,
  live: PeakTable,
  { reference, ...start }: { reference: string } & Alignment,
  from: number,
  to: number,
): Found | undefined {
  const placed = index.find(reference);
  if (placed === undefined) return;
  const peaks = index.peaksOf(placed);
  const alignment = fit(live, peaks, start, from, to);
  const { expected, hits } = match(live, peaks, alignment, from, to);
  const chance = expected * chanceOf(live, peaks, alignment, from, to);
  if (hits < 2 * chance) return;
  return { reference, alignment, excess: hits - chance, share: hits / expected };
}

/** Music repeats itself: returns the best place on the reference, where another bar was found first. */
function settle(index: LandmarkIndex, live: PeakTable, found: Found, from: number, to: number): Found {
  const placed = index.find(found.reference);
  if (placed === undefined) return found;
  const echo = new Echo();
  echo.add(live, index.peaksOf(placed), found.alignment, from, to);
  const { frames, share } = echo.best;
  if (share <= 1) return found;
  const { reference, alignment } = found;
  const moved = { reference, ...alignment, shift: alignment.shift + frames };
  const other = verify(index, live, moved, from, to);
  return other !== undefined && other.excess > found.excess ? other : found;
}

function rungsOf(lane: Lane, range: number, likely: readonly number[]): Rung[] {
  if (lane === "slow") return outerLadder(range, 2 * range);
  return lane === "oblique" ? obliqueLadder(range) : ladder(range, likely);
}

function inGroups(rungs: readonly Rung[]): Rung[][] {
  return Array.from({ length: Math.ceil(rungs.length / rungsAtOnce) }, (_, group) =>
    rungs.slice(group * rungsAtOnce, (group + 1) * rungsAtOnce),
  );
}

function onePerReference(found: readonly Found[]): Found[] {
  return found.filter(
    ({ reference }, place) => found.findIndex((each) => each.reference === reference) === place,
  );
}
