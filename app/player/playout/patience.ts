/** With this much decoded, sound begins, and goes on after it has run dry, ms. */
export const patientStartMs = 200;

/** So far from where it means to be, a patient buffer is left alone, ms: half a second of drift is nothing to it. */
const shallowerMs = 1_000;
const deeperMs = 3_000;
/** A twelfth of a semitone: not heard, however long it lasts. */
const gentle = 0.005;

/**
 * How fast a patient listener is played to (source ms per ms) with `depthMs` of sound in hand. Never a jump: what an
 * outage has pushed back is heard all the same, and a stream that has only just begun gives time to gather.
 */
export function decidePatientRate(depthMs: number, behindMs: number): number {
  if (depthMs < behindMs - shallowerMs) return 1 - gentle;
  return depthMs > behindMs + deeperMs ? 1 + gentle : 1;
}
