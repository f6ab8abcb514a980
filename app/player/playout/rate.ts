/** Distance within which the buffer is where it should be, ms. */
const deadbandMs = 6;
/** Half a percent is a twelfth of a semitone: inaudible, also when it starts. */
const gentleOffset = 0.005;
const gentleSlope = gentleOffset / 40;

/**
 * The playback rate (source ms per ms) for this excess (positive) or lack (negative) of sound in the buffer: 1 near the
 * target, never more than half a percent away. A larger error is mended by splices.
 */
export function decideRate(excessMs: number): number {
  const error = Math.abs(excessMs) - deadbandMs;
  if (error <= 0) return 1;
  return 1 + Math.sign(excessMs) * Math.min(gentleOffset, error * gentleSlope);
}

/** Time for the rate to follow a decision: a change of pitch is gradual instead of a step. */
const followMs = 400;

/** One step of `elapsedMs` from the present rate towards the target rate. */
export function approachRate(present: number, wanted: number, elapsedMs: number): number {
  const next = present + (wanted - present) * Math.min(1, elapsedMs / followMs);
  return Math.abs(next - 1) < 1e-6 && wanted === 1 ? 1 : next;
}
