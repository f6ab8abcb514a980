import { createRandom } from "./random.ts";

/** The root of the mean square. */
export const powerOf = (sound: Float32Array): number =>
  Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);

/** Returns both together, the second one `decibels` below the first; halved, so that nothing clips. */
export function withSound(sound: Float32Array, other: Float32Array, decibels: number): Float32Array {
  const factor = (powerOf(sound) / powerOf(other)) * 10 ** (-decibels / 20);
  return sound.map((value, each) => 0.5 * (value + factor * (other[each] ?? 0)));
}

/** Draws that are added up: each holds twice as long as the one before, the last for 1.4 s at 48 kHz. */
const octaves = 16;

/** Returns pink noise: the same power in every octave (after Voss and McCartney). */
export function makeNoise(samples: number): Float32Array {
  const random = createRandom(11);
  const draws = Array.from({ length: octaves }, () => random() - 0.5);
  let sum = draws.reduce((all, draw) => all + draw, 0);
  return Float32Array.from({ length: samples }, (_, sample) => {
    // How often the number of the sample can be halved: one draw is renewed with each sample.
    const octave = Math.min(octaves - 1, 31 - Math.clz32((sample + 1) & -(sample + 1)));
    const draw = random() - 0.5;
    sum += draw - (draws[octave] ?? 0);
    draws[octave] = draw;
    return sum;
  });
}
