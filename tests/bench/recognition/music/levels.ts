import { createRandom } from "./random.ts";

/** The root of the mean square. */
export const powerOf = (sound: Float32Array): number =>
  Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);

/** Returns both together, the second one `decibels` below the first; halved, so that nothing clips. */
export function withSound(sound: Float32Array, other: Float32Array, decibels: number): Float32Array {
  const factor = (powerOf(sound) / powerOf(other)) * 10 ** (-decibels / 20);
  return sound.map((value, each) => 0.5 * (value + factor * (other[each] ?? 0)));
}

/** Returns noise that is pink enough: white noise through one pole. */
export function makeNoise(samples: number): Float32Array {
  const random = createRandom(11);
  let low = 0;
  return Float32Array.from({ length: samples }, () => {
    low += 0.25 * (random() - 0.5 - low);
    return low;
  });
}
