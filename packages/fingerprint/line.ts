import type { Playback } from "./ladder.ts";
import type { Thresholds } from "./thresholds.ts";

/** Evidence that a recording was heard. */
export interface Evidence {
  /** Seconds in which the reference was present. */
  seconds: number;
  /** Share of the reference's peaks in those seconds that was there (0 to 1). */
  share: number;
  /** The share that wrong places on the same reference reach (0 to 1). */
  chance: number;
  /** Peaks found beyond chance. */
  excess: number;
  /** Part of the time in which the share was low and something known hid the rest (0 to 1): another track, or noise. */
  disturbed: number;
  /**
   * Share of this at the best other place on the reference, beyond what the reference repeats of itself (about 0 to 1):
   * high where only drums are heard that another record has too.
   */
  echo: number;
}

export type Certainty = "candidate" | "possible" | "named";

/** A recording heard from a time to a time. */
export interface TrackLine extends Evidence {
  /** Unique among the lines of one ear. */
  id: number;
  reference: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** 1.02 is 2 % faster than the reference. */
  speed: number;
  playback: Playback;
  /** Seconds into the reference of what was heard at `to`. */
  position: number;
  certainty: Certainty;
  /** References of other recordings that explain this sound nearly as well: one of these versions was heard. */
  versions: string[];
}

/** Part of the time from which on a low share counts as explained. */
const mostlyDisturbed = 0.5;

/** Returns how certain a line is, its versions aside. */
export function certaintyOf(evidence: Evidence, thresholds: Thresholds): Certainty {
  const { seconds, share, chance, excess, echo, disturbed } = evidence;
  const isLoop = share >= thresholds.loopShare;
  if (excess < thresholds.possibleExcess || share < thresholds.possibleShare) return "candidate";
  const maxEcho = share < thresholds.weakShare ? thresholds.weakEcho : thresholds.possibleEcho;
  if (echo >= maxEcho && !isLoop) return "candidate";
  const isNamed =
    seconds >= thresholds.namedSeconds &&
    share >= (disturbed >= mostlyDisturbed ? thresholds.disturbedNamedShare : thresholds.namedShare) &&
    share >= thresholds.namedOverChance * chance &&
    (echo <= thresholds.namedEcho || isLoop);
  return isNamed ? "named" : "possible";
}

/** Lines of one track join across gaps up to this: loops and skips jump in position, not in speed. */
const maxGapMs = 90_000;
const maxSpeedChange = 0.005;

/** Whether a line that begins goes on with one that has ended. */
export function goesOn(ended: TrackLine, begun: TrackLine): boolean {
  return (
    ended.reference === begun.reference &&
    begun.from - ended.to <= maxGapMs &&
    Math.abs(begun.speed - ended.speed) <= maxSpeedChange
  );
}
