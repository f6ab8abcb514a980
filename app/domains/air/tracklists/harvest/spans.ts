/** The parts of a performance that become references: what a title names for sure, and what nobody has named. Pure. */
import type { Line } from "../evidence.ts";

export const harvestRules = {
  /** Left out at both ends of a name's span: titles are late, and records are blended. */
  edgeMs: 60_000,
  /** A reference is at least so long, and no longer than it has to be. */
  minMs: 90_000,
  maxMs: 6 * 60_000,
  /** A name that stands for longer was forgotten. */
  maxNamedMs: 15 * 60_000,
  /** A span without a name is kept from this length on, in parts. */
  minUnnamedMs: 90_000,
  maxPartMs: 10 * 60_000,
  keptMs: 90 * 24 * 3_600_000,
} as const;

/** Start and end, server time in the sound, epoch ms. */
export interface Span {
  from: number;
  to: number;
}

export type NamedLine = Line & { trackId: string; endsAt: number };

/** Whether others than the ear have said what a line is, and nothing speaks against it. */
export function isNamedByOthers(line: Line): line is NamedLine {
  const { trackId, endsAt, confidence, kinds, isContradicted, isSample, isOwn, hiddenUntil } = line;
  if (trackId === null || endsAt === null || confidence === "possible") return false;
  return (
    kinds.some((kind) => kind !== "ear") && !(isContradicted || isSample || isOwn || hiddenUntil !== null)
  );
}

/**
 * Whether the performer's own word names it: a manager's or listeners' is no second opinion of what others play either.
 */
export const isPerformersWord = (line: Line): line is NamedLine =>
  isNamedByOthers(line) &&
  line.kinds.some((kind) => kind === "encoder" || kind === "history" || kind === "performer");

/**
 * Lines whose names are somebody's word for their sound elsewhere: those of the performer's own list, and for what managers
 * say in the one that is shown, in the managers' names.
 */
export function linesThatName(
  own: readonly Line[],
  shown: readonly Line[],
  performerId: string,
): NamedLine[] {
  const byManagers = shown.filter(isNamedByOthers).flatMap((line): NamedLine[] => {
    const namedBy = line.namedBy.filter((id) => id !== performerId);
    return namedBy.length === 0 ? [] : [{ ...line, kinds: ["manager"], namedBy }];
  });
  return [...own.filter(isNamedByOthers), ...byManagers];
}

/**
 * The part of each named line in which nothing but its track is heard, where it is long enough. `shown`: what speaks
 * against it, where other lines are shown than the performer's own.
 */
export function namedSpans(
  lines: readonly Line[],
  onAir: readonly Span[],
  shown: readonly Line[] = lines,
): { line: NamedLine; span: Span }[] {
  return lines.filter(isPerformersWord).flatMap((line) => {
    if (line.endsAt - line.startsAt > harvestRules.maxNamedMs) return [];
    const middle = {
      from: line.startsAt + harvestRules.edgeMs,
      to: line.endsAt - harvestRules.edgeMs,
    };
    const others = [...lines, ...shown]
      .filter(({ isAnothers, trackId }) => !isAnothers && trackId !== null && trackId !== line.trackId)
      .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? Number.MAX_SAFE_INTEGER }));
    // A broadcast begins where the one before it was cut.
    const [longest] = onAir
      .flatMap((air) => without(overlapOf(middle, air), others))
      .toSorted((a, b) => lengthOf(b) - lengthOf(a));
    return longest === undefined || lengthOf(longest) < harvestRules.minMs
      ? []
      : [{ line, span: centre(longest, harvestRules.maxMs) }];
  });
}

/** Returns spans on air that are in no line, except what only a stranger's file names. */
export function unnamedSpans(lines: readonly Line[], onAir: readonly Span[]): Span[] {
  const covered = lines
    .filter(({ isAnothers }) => !isAnothers)
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? Number.MAX_SAFE_INTEGER }));
  return onAir
    .flatMap((air) => without(air, covered))
    .filter((span) => lengthOf(span) >= harvestRules.minUnnamedMs);
}

/** Parts of equal length, none longer than a reference without a name may be. */
export function partsOf({ from, to }: Span): Span[] {
  const count = Math.ceil((to - from) / harvestRules.maxPartMs);
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, part) => ({
    from: Math.round(from + part * length),
    to: Math.round(from + (part + 1) * length),
  }));
}

export const lengthOf = ({ from, to }: Span): number => to - from;

/** Returns the overlap; of length 0 or less where there is none. */
export const overlapOf = (a: Span, b: Span): Span => ({
  from: Math.max(a.from, b.from),
  to: Math.min(a.to, b.to),
});

/** Returns the parts of a span that are in none of the others. */
function without(span: Span, others: readonly Span[]): Span[] {
  let left = lengthOf(span) > 0 ? [span] : [];
  for (const other of others)
    left = left
      .flatMap((each) => [
        { from: each.from, to: Math.min(each.to, other.from) },
        { from: Math.max(each.from, other.to), to: each.to },
      ])
      .filter((each) => lengthOf(each) > 0);
  return left;
}

function centre(span: Span, maxMs: number): Span {
  const spare = Math.max(0, lengthOf(span) - maxMs) / 2;
  return { from: Math.round(span.from + spare), to: Math.round(span.to - spare) };
}
