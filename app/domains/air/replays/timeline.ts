/** A recording's positions and the times of day at which they were heard: a straight line between two gaps. */
import type { TapeAnchor } from "./tape-index.ts";

/**
 * Returns the position of this time in the recording, ms; a time within a gap is at the gap. Null before the first
 * sound.
 */
export function positionAt(anchors: readonly TapeAnchor[], at: number): number | null {
  const index = anchors.findLastIndex((anchor) => anchor.at <= at);
  const anchor = anchors[index];
  if (anchor === undefined) return null;
  const next = anchors[index + 1]?.position ?? Number.POSITIVE_INFINITY;
  return Math.min(anchor.position + (at - anchor.at), next);
}

/** Returns the time when this position was heard live, epoch ms. `anchors` must not be empty. */
export function timeAt(anchors: readonly TapeAnchor[], position: number): number {
  const anchor = anchors.findLast((each) => each.position <= position) ?? anchors[0];
  if (anchor === undefined) throw new RangeError("a recording has at least one anchor");
  return anchor.at + (position - anchor.position);
}

/** A shorter pause in what was received is filled, not noted. */
export const minGapMs = 2_000;

/** A gap between two sounds of a recording: `duration` passed at `at` in which nothing was received. */
export interface Gap {
  at: number;
  duration: number;
  /** Nothing was broadcast meanwhile. */
  isPause?: true;
}

/**
 * Returns the gaps between the sounds. Corrections of a clock are anchors too, and no gaps; each position has at most
 * one.
 */
export function gapsIn(anchors: readonly TapeAnchor[]): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, anchor] of anchors.slice(1).entries()) {
    const before = anchors[index] as TapeAnchor;
    const expectedAt = before.at + (anchor.position - before.position);
    const duration = anchor.at - expectedAt;
    if (duration < minGapMs) continue;
    const last = gaps.at(-1);
    const gap = { at: anchor.position, duration, ...(anchor.isResumed && { isPause: true as const }) };
    if (last?.at === gap.at && last.isPause === gap.isPause) last.duration += duration;
    else gaps.push(gap);
  }
  return gaps;
}

/** The gaps in which sound was lost. */
export const lostIn = <Each extends Gap>(gaps: readonly Each[]): Each[] =>
  gaps.filter(({ isPause }) => !isPause);

/** The gap from `before` to `anchor` is a pause where a broadcast ended (`ends`, epoch ms) in it. */
export function markPauses(anchors: readonly TapeAnchor[], ends: readonly number[]): TapeAnchor[] {
  return anchors.map((anchor, index) => {
    const before = anchors[index - 1];
    if (before === undefined) return anchor;
    const expectedAt = before.at + (anchor.position - before.position);
    const isResumed = ends.some((at) => at >= expectedAt - minGapMs && at <= anchor.at);
    return isResumed ? { ...anchor, isResumed } : anchor;
  });
}
