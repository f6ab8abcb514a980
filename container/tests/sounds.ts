/** Sounds to send: something like music, and what goes wrong with it. Interleaved stereo at 48 kHz, -1 to 1. */
import { writeFileSync } from "node:fs";

export const soundRate = 48_000;

/**
 * Something like music: a beat, a bass line, chords that are wider than one channel, cymbals; loud and soft parts.
 * The same each time.
 */
export function music(seconds: number, gain = 0.3): Float32Array {
  const samples = new Float32Array(seconds * soundRate * 2);
  const random = randomFrom(1);
  const beat = 60 / 126;
  const roots = [55, 65.4, 49, 73.4];
  for (let frame = 0; frame < seconds * soundRate; frame++) {
    const t = frame / soundRate;
    const sinceBeat = t % beat;
    const root = roots[Math.floor(t / (2 * beat)) % roots.length] ?? 55;
    const breath = 0.6 + 0.4 * Math.sin((2 * Math.PI * t) / 7);
    const kick =
      Math.exp(-sinceBeat * 9) * Math.sin(2 * Math.PI * (48 + 20 * Math.exp(-sinceBeat * 30)) * sinceBeat);
    const bass = 0.35 * Math.sin(2 * Math.PI * root * t);
    const cymbal = 0.4 * Math.exp(-((t + beat / 2) % beat) * 30) * (random() - 0.5);
    const chord = (detune: number) =>
      [4, 4.8, 6].reduce((sum, ratio) => sum + (((root * ratio * detune * t) % 1) - 0.5) * 0.2, 0);
    samples[frame * 2] = gain * breath * (kick + bass + cymbal + chord(1.003));
    samples[frame * 2 + 1] = gain * breath * (kick + bass - cymbal + chord(0.998));
  }
  return samples;
}

/** The same sound in both channels, or with one of them silent. */
export function mapFrames(
  sound: Float32Array,
  map: (left: number, right: number, seconds: number) => [left: number, right: number],
): Float32Array {
  const mapped = new Float32Array(sound.length);
  for (let i = 0; i < sound.length; i += 2)
    mapped.set(map(sound[i] ?? 0, sound[i + 1] ?? 0, i / 2 / soundRate), i);
  return mapped;
}

/** Repeats the last `loopMs` before `afterMs` over and over. */
export function stuck(sound: Float32Array, afterMs: number, loopMs: number): Float32Array {
  const frames = Math.round((loopMs * soundRate) / 1_000);
  const from = Math.round((afterMs * soundRate) / 1_000) * 2;
  return sound.map((sample, i) =>
    i < from ? sample : (sound[from - frames * 2 + ((i - from) % (frames * 2))] ?? 0),
  );
}

/** Returns the sound as the agent's meter gets it: 16 bits, cut off at full scale. */
export function toPcm(sound: Float32Array): Buffer {
  const pcm = Int16Array.from(sound, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))),
  );
  return Buffer.from(pcm.buffer);
}

export function writeSound(file: string, sound: Float32Array): void {
  writeFileSync(file, toPcm(sound));
}

/** The words by which ffmpeg reads what was written. */
export function readSound(file: string): string[] {
  return ["-f", "s16le", "-ar", String(soundRate), "-ac", "2", "-i", file];
}

/** The same numbers each time, 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
