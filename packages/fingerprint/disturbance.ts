import type { Follower } from "./follow.ts";
import { certaintyOf, type Evidence } from "./line.ts";
import { isLikeNoise } from "./noise.ts";
import type { PeakTable } from "./peaks.ts";
import type { Rivals } from "./rivals.ts";
import type { Thresholds } from "./thresholds.ts";

/** A reference that is followed, and the evidence for it so far. */
interface Followed {
  follower: Follower;
  evidence: Evidence;
}

/**
 * Notes for each reference of which little is heard before `to` (live frames) whether something known hides the rest:
 * another recording that is clearly heard, or noise. Otherwise another version of it may be what is played.
 */
export function noteDisturbances(
  all: readonly Followed[],
  rivals: Rivals,
  live: PeakTable,
  to: number,
  thresholds: Thresholds,
): void {
  const present = all.filter(({ follower }) => follower.isPresent);
  const clear = present.filter(
    ({ evidence }) =>
      evidence.share >= thresholds.namedShare && certaintyOf(evidence, thresholds) !== "candidate",
  );
  let isNoise: boolean | undefined;
  for (const { follower, evidence } of present) {
    if (evidence.share < thresholds.possibleShare || evidence.share >= thresholds.namedShare) continue;
    const isBlend = clear.some((other) => !rivals.isRelated(follower, other.follower));
    if (!isBlend) isNoise ??= isLikeNoise(live, to);
    follower.noteDisturbed(isBlend || isNoise === true);
  }
}
