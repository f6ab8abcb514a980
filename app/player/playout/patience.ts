/** With this much decoded, sound starts, and continues after it has run dry, ms. */
export const patientStartMs = 200;

/**
 * Within this distance from its target a deep buffer is not corrected, ms: half a second of drift does not matter to
 * it.
 */
const shallowerMs = 1_000;
const deeperMs = 3_000;
/** A twelfth of a semitone: inaudible, however long it lasts. */
const gentle = 0.005;

/**
 * The playback rate of smooth playback (source ms per ms) with `depthMs` of sound buffered. Never a jump: sound that an
 * outage has delayed is still heard, and a stream that has just started gives time to buffer.
 */
export function decidePatientRate(depthMs: number, behindMs: number): number {
  if (depthMs < behindMs - shallowerMs) return 1 - gentle;
  return depthMs > behindMs + deeperMs ? 1 + gentle : 1;
}
