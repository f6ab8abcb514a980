/** A recording's positions and the times of day at which they were heard: a straight line between two gaps. */
import type { TapeAnchor } from "./tape-index.ts";

/** Where in the recording this time is, ms; a time within a gap is at the gap. Null before the first sound. */
export function positionAt(anchors: readonly TapeAnchor[], at: number): number | null {
  const index = anchors.findLastIndex((anchor) => anchor.at <= at);
  const anchor = anchors[index];
  if (anchor === undefined) return null;
  const next = anchors[index + 1]?.position ?? Number.POSITIVE_INFINITY;
  return Math.min(anchor.position + (at - anchor.at), next);
}

/** When this position was heard live, epoch ms. `anchors` must not be empty. */
export function timeAt(anchors: readonly TapeAnchor[], position: number): number {
  const anchor = anchors.findLast((each) => each.position <= position) ?? anchors[0];
  if (anchor === undefined) throw new RangeError("a recording has at least one anchor");
  return anchor.at + (position - anchor.position);
}

/** A shorter pause in what was received is filled, not noted. */
export const minGapMs = 2_000;

/** What is missing: where, and how much of the broadcast. Corrections of a clock are anchors too, and no gaps. */
export function gapsIn(anchors: readonly TapeAnchor[]): { at: number; duration: number }[] {
  return anchors
    .slice(1)
    .map((anchor, index) => {
      const before = anchors[index] as TapeAnchor;
      const expectedAt = before.at + (anchor.position - before.position);
      return { at: anchor.position, duration: anchor.at - expectedAt };
    })
    .filter(({ duration }) => duration >= minGapMs);
}
