/**
 * Thresholds of what must be heard of a recording before it is followed, shown to the performer, or named to everyone.
 */

/** Excess: peaks of a reference that were found beyond what chance gives. What unrelated sound reached at most. */
export interface Calibration {
  /** References in the index when it was measured. */
  references: number;
  /** The most that a wrong alignment kept up, as excess. */
  unrelatedExcess: number;
}

/**
 * Measured excesses: at 74 references wrong alignments of 10 s reached 18; 30 leaves room for what goes on for longer.
 * To be measured again with `npm run bench -- recognition`, on sound that is not in the index, whenever the index has
 * doubled.
 */
const calibrations: readonly Calibration[] = [{ references: 74, unrelatedExcess: 30 }];

export interface Thresholds {
  /** Excess of a window from which a candidate is followed. */
  followExcess: number;
  /** Excess, and share of the reference's peaks, from which a line is possible. */
  possibleExcess: number;
  possibleShare: number;
  /**
   * Seconds of support, share of the reference's peaks, and share over chance from which a line is named. Another
   * version of what is played had 0.24 to 0.37. The weaker of two tracks at 0 dB, or a track in noise of 10 dB, has 0.24
   * to 0.38: where what hides the rest is known, so much is enough.
   */
  namedSeconds: number;
  namedShare: number;
  disturbedNamedShare: number;
  namedOverChance: number;
  /**
   * The most that another place on the reference may have of it, beyond what the reference repeats of itself: less where
   * only a weak share is present, any where a share as large as `loopShare` is (a loop).
   */
  possibleEcho: number;
  weakEcho: number;
  namedEcho: number;
  weakShare: number;
  loopShare: number;
  /** Factor by which a named line must explain more of the same sound than the next different recording. */
  namedOverNext: number;
}

/** Assumed beyond what was measured: of twice as many alignments the highest has so many more excess peaks. */
const excessPerDoubling = 3;

export function thresholdsFor(references: number): Thresholds {
  const measured = calibrations.findLast((each) => each.references <= references) ?? calibrations[0]!;
  const doublings = Math.max(0, Math.log2(references / measured.references));
  const unrelated = measured.unrelatedExcess + excessPerDoubling * doublings;
  return {
    followExcess: unrelated / 2,
    possibleExcess: 2 * unrelated,
    // Tracks that share a loop had 0.10 to 0.28.
    possibleShare: 0.2,
    namedSeconds: 15,
    namedShare: 0.38,
    disturbedNamedShare: 0.22,
    namedOverChance: 5,
    possibleEcho: 0.7,
    // Other records with the same drums had 0.40 to 0.69 at shares of 0.20 to 0.29.
    weakEcho: 0.4,
    namedEcho: 0.6,
    weakShare: 0.3,
    loopShare: 0.5,
    namedOverNext: 2,
  };
}
