/** Music made by code, for tests: the same for the same seed, at 8 kHz. */
import { resample } from "#packages/fingerprint/resample.ts";
import { sampleRate } from "#packages/fingerprint/scale.ts";

export function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

/** Returns plucked notes over a beat. */
export function makeMusic(seed: number, seconds: number): Float32Array {
  const random = randomOf(seed);
  const out = new Float32Array(seconds * sampleRate);
  const beat = 0.11 + random() * 0.05;
  for (let step = 0; step * beat < seconds; step++) {
    const start = Math.floor(step * beat * sampleRate);
    if (step % 4 === 0) addNoise(out, start, 0.05, random);
    for (let voice = 0; voice < 2; voice++)
      if (random() < 0.6) addNote(out, start, 110 * 2 ** (Math.floor(random() * 36) / 12), random);
  }
  return out;
}

function addNote(out: Float32Array, start: number, hz: number, random: () => number): void {
  const seconds = 0.15 + random() * 0.5;
  const brightness = 0.4 + random() * 0.5;
  for (let harmonic = 1; harmonic * hz < 3_600; harmonic++) {
    const turn = (2 * Math.PI * hz * harmonic) / sampleRate;
    const level = 0.1 * brightness ** harmonic;
    const length = seconds * sampleRate;
    const end = Math.min(out.length, start + length);
    // Each sine from the two before it: this is most of what tests of recognition compute.
    const step = 2 * Math.cos(turn);
    let before = -Math.sin(turn);
    let sine = 0;
    for (let at = start; at < end; at++) {
      out[at]! += level * sine * (1 - (at - start) / length);
      // Not by destructuring: the Workers runtime makes an array of it for each sample.
      const next = step * sine - before;
      before = sine;
      sine = next;
    }
  }
}

function addNoise(out: Float32Array, start: number, seconds: number, random: () => number): void {
  const length = seconds * sampleRate;
  for (let at = start; at < Math.min(out.length, start + length); at++)
    out[at]! += 0.2 * (random() - 0.5) * (1 - (at - start) / length);
}

/** Returns sound of 8 kHz at 48 kHz, as a stream brings it. */
export const toInputRate = (sound: Float32Array): Float32Array => resample(sound, 1 / 6);

/** Returns sound with white noise, `decibels` below it. */
export function withNoise(sound: Float32Array, decibels: number, seed: number): Float32Array {
  const random = randomOf(seed);
  const power = sound.reduce((sum, value) => sum + value * value, 0) / sound.length;
  const level = Math.sqrt(12 * power) * 10 ** (-decibels / 20);
  return sound.map((value) => value + level * (random() - 0.5));
}
