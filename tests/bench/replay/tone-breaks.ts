/** How far a sound is from being a pure tone. */

interface Window {
  hz: number;
  /** Samples a second. */
  rate: number;
  /** Milliseconds of the sound. */
  from: number;
  to: number;
}

/**
 * Returns the largest difference between a sample and what the two before it say of a tone of this frequency, as a part
 * of the tone's amplitude: about 0 for the tone itself, about 1 for a break of its phase.
 */
export function largestBreak(sound: Float32Array, { hz, rate, from, to }: Window): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rate);
  const [first, last] = [from, to].map((at) => Math.round((at / 1_000) * rate)) as [number, number];
  let largest = 0;
  let peak = 0;
  for (let at = Math.max(2, first); at < Math.min(sound.length, last); at++) {
    const value = sound[at] ?? 0;
    peak = Math.max(peak, Math.abs(value));
    largest = Math.max(largest, Math.abs(value - turn * (sound[at - 1] ?? 0) + (sound[at - 2] ?? 0)));
  }
  return peak === 0 ? 0 : largest / peak;
}
