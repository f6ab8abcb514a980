/** The distance of a sound from being one pure tone. */

interface Window {
  hz: number;
  /** Samples a second. */
  rate: number;
  /** Milliseconds of the sound. */
  from: number;
  to: number;
}

/**
 * Returns the largest difference between the sound and the tone of this frequency that fits it best, as a part of the
 * tone's amplitude: about 0 for the tone itself, more for a hole in it or a break of its phase.
 */
export function largestBreak(sound: Float32Array, { hz, rate, from, to }: Window): number {
  const turn = (2 * Math.PI * hz) / rate;
  const [first, last] = [from, to].map((at) => Math.round((at / 1_000) * rate)) as [number, number];
  const part = sound.subarray(Math.max(0, first), Math.min(sound.length, last));
  let [sines, cosines] = [0, 0];
  for (const [at, value] of part.entries()) {
    sines += value * Math.sin(turn * at);
    cosines += value * Math.cos(turn * at);
  }
  const [sine, cosine] = [(2 * sines) / part.length, (2 * cosines) / part.length];
  const amplitude = Math.hypot(sine, cosine);
  let largest = 0;
  for (const [at, value] of part.entries())
    largest = Math.max(largest, Math.abs(value - sine * Math.sin(turn * at) - cosine * Math.cos(turn * at)));
  return amplitude === 0 ? 0 : largest / amplitude;
}

/** The sound without 20 ms at each of these times (ms), and with the next 20 ms twice: as if a packet was lost there. */
export function withLostPackets(sound: Float32Array, times: readonly number[], rate: number): Float32Array {
  const damaged = sound.slice();
  const packet = rate / 50;
  for (const at of times) {
    const place = Math.round((at / 1_000) * rate);
    damaged.copyWithin(place, place + packet, place + 2 * packet);
  }
  return damaged;
}
