/** Sounds that the sequencer plays: samples of 48 kHz, mono. */
export const rate = 48_000;

export interface Note {
  /** First sample, length in samples, frequency in Hz, level 0 to 1. */
  start: number;
  length: number;
  hz: number;
  level: number;
}

/** The sound of a voice; drawn once for each voice of a track. */
export interface Timbre {
  /** 0 is a sawtooth, 1 a square; between them a mix. */
  square: number;
  /** Second oscillator: its detuning as a factor. */
  detune: number;
  /** Low-pass in Hz at the start and at the end of a note. */
  open: number;
  closed: number;
  /** Frequency modulation: ratio and depth; depth 0 leaves it out. */
  ratio: number;
  depth: number;
  attack: number;
  release: number;
}

/** Adds a note to a mix. */
export function playNote(mix: Float32Array, timbre: Timbre, { start, length, hz, level }: Note): void {
  const release = Math.floor(timbre.release * rate);
  const end = Math.min(mix.length, start + length + release);
  const attack = Math.max(1, timbre.attack * rate);
  let [one, two, modulator, low, lower, k] = [0, 0.3, 0, 0, 0, 0];
  for (let at = start; at < end; at++) {
    const age = at - start;
    modulator += (hz * timbre.ratio) / rate;
    const bend = timbre.depth === 0 ? 0 : timbre.depth * Math.sin(2 * Math.PI * modulator) * (hz / rate);
    one += hz / rate + bend;
    two += (hz * timbre.detune) / rate + bend;
    if (one >= 1) one -= 1;
    if (two >= 1) two -= 1;
    const saw = one + two - 1;
    const square = (one < 0.5 ? 0.5 : -0.5) + (two < 0.5 ? 0.5 : -0.5);
    const raw = saw * (1 - timbre.square) + square * timbre.square;
    if (age % 64 === 0) {
      const cutoff = timbre.open + (timbre.closed - timbre.open) * Math.min(1, age / length);
      k = 1 - Math.exp((-2 * Math.PI * cutoff) / rate);
    }
    low += k * (raw - low);
    lower += k * (low - lower);
    const envelope = Math.min(1, age / attack) * (age < length ? 1 : 1 - (age - length) / release);
    mix[at]! += lower * envelope * level;
  }
}

/** Adds a recorded sound, played at `speed`. */
export function playSample(
  mix: Float32Array,
  sample: Float32Array,
  start: number,
  level: number,
  speed = 1,
  length = Number.POSITIVE_INFINITY,
): void {
  const end = Math.min(mix.length, start + Math.min(length, Math.floor((sample.length - 1) / speed)));
  for (let at = start; at < end; at++) {
    const position = (at - start) * speed;
    const before = Math.floor(position);
    const part = position - before;
    mix[at]! += level * (sample[before]! * (1 - part) + sample[before + 1]! * part);
  }
}

/** A drum without recordings: a falling sine with noise. */
export function makeDrum(random: () => number, kind: "kick" | "snare" | "hat"): Float32Array {
  const seconds = { kick: 0.35, snare: 0.22, hat: 0.08 }[kind];
  const out = new Float32Array(Math.floor(seconds * rate));
  const [from, to] =
    kind === "kick" ? [180 + random() * 120, 42 + random() * 20] : [330 + random() * 80, 170 + random() * 40];
  const noise = { kick: 0.02, snare: 0.6, hat: 0.7 }[kind];
  let [phase, last] = [0, 0];
  for (let at = 0; at < out.length; at++) {
    const age = at / out.length;
    phase += (to + (from - to) * Math.exp(-age * 14)) / rate;
    const hiss = random() * 2 - 1;
    const tone = kind === "hat" ? 0 : Math.sin(2 * Math.PI * phase);
    out[at] = (tone * (1 - noise) + (kind === "hat" ? hiss - last : hiss) * noise) * Math.exp(-age * 5);
    last = hiss;
  }
  return out;
}
