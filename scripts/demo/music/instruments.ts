import { frequencyOf } from "./harmony.ts";
import { type Stereo, sampleRate } from "./stereo.ts";

/** One note to play. `at` and `lasts` in seconds, `velocity` and `pan` (-1 left, 1 right) without unit. */
export interface Note {
  at: number;
  lasts: number;
  pitch: number;
  velocity: number;
  pan: number;
}

export interface Patch {
  wave: "saw" | "square" | "sine" | "keys";
  /** Number of slightly detuned copies that sound together, and how far apart, in cents. */
  voices: number;
  spreadCents: number;
  /** Seconds; `sustain` is a level from 0 to 1. */
  attack: number;
  decay: number;
  sustain: number;
  release: number;
  /** The low-pass filter opens from `cutoff` by `sweep` (both Hz) and falls back within `sweepTime` seconds. */
  cutoff: number;
  sweep: number;
  sweepTime: number;
  gain: number;
}

export const patches = {
  pad: {
    wave: "saw",
    voices: 3,
    spreadCents: 14,
    attack: 0.9,
    decay: 1,
    sustain: 0.8,
    release: 1.6,
    cutoff: 700,
    sweep: 500,
    sweepTime: 2.5,
    gain: 0.05,
  },
  keys: {
    wave: "keys",
    voices: 1,
    spreadCents: 0,
    attack: 0.004,
    decay: 1.4,
    sustain: 0.18,
    release: 0.5,
    cutoff: 3200,
    sweep: 1500,
    sweepTime: 0.3,
    gain: 0.12,
  },
  pluck: {
    wave: "saw",
    voices: 2,
    spreadCents: 9,
    attack: 0.003,
    decay: 0.28,
    sustain: 0,
    release: 0.2,
    cutoff: 500,
    sweep: 3600,
    sweepTime: 0.16,
    gain: 0.1,
  },
  stab: {
    wave: "saw",
    voices: 3,
    spreadCents: 16,
    attack: 0.004,
    decay: 0.22,
    sustain: 0.12,
    release: 0.18,
    cutoff: 600,
    sweep: 1900,
    sweepTime: 0.14,
    gain: 0.07,
  },
  lead: {
    wave: "square",
    voices: 2,
    spreadCents: 8,
    attack: 0.02,
    decay: 0.3,
    sustain: 0.6,
    release: 0.3,
    cutoff: 1300,
    sweep: 900,
    sweepTime: 0.4,
    gain: 0.055,
  },
  bell: {
    wave: "sine",
    voices: 2,
    spreadCents: 5,
    attack: 0.002,
    decay: 1.1,
    sustain: 0,
    release: 0.8,
    cutoff: 8000,
    sweep: 0,
    sweepTime: 1,
    gain: 0.11,
  },
  bass: {
    wave: "saw",
    voices: 1,
    spreadCents: 0,
    attack: 0.006,
    decay: 0.35,
    sustain: 0.55,
    release: 0.09,
    cutoff: 190,
    sweep: 520,
    sweepTime: 0.18,
    gain: 0.26,
  },
  sub: {
    wave: "sine",
    voices: 1,
    spreadCents: 0,
    attack: 0.012,
    decay: 0.5,
    sustain: 0.85,
    release: 0.12,
    cutoff: 2000,
    sweep: 0,
    sweepTime: 1,
    gain: 0.3,
  },
} as const satisfies Record<string, Patch>;
export type PatchName = keyof typeof patches;

/** Adds one note to `out`. */
export function playNote(out: Stereo, patch: Patch, note: Note): void {
  const start = Math.round(note.at * sampleRate);
  const held = note.lasts * sampleRate;
  const total = Math.min(out.left.length - start, Math.ceil(held + patch.release * sampleRate));
  const frequency = frequencyOf(note.pitch);
  const leftGain = Math.cos(((note.pan + 1) * Math.PI) / 4) * note.velocity * patch.gain;
  const rightGain = Math.sin(((note.pan + 1) * Math.PI) / 4) * note.velocity * patch.gain;

  const steps = Array.from({ length: patch.voices }, (_, voice) => {
    const cents = patch.voices === 1 ? 0 : patch.spreadCents * ((2 * voice) / (patch.voices - 1) - 1);
    return (frequency * 2 ** (cents / 1200)) / sampleRate;
  });
  // Copies start at different phases; otherwise they would add up to a click.
  const phases = steps.map((_, voice) => (voice * 0.37) % 1);
  const envelope = createEnvelope(patch, held);
  let low = 0;
  let band = 0;
  let coefficient = 0;

  for (let i = 0; i < total; i++) {
    // The filter moves slowly: updating it every 32nd sample is often enough.
    if (i % 32 === 0) {
      const cutoff = patch.cutoff + patch.sweep * Math.exp(-i / sampleRate / patch.sweepTime);
      coefficient = 2 * Math.sin((Math.PI * Math.min(cutoff, 10_000)) / sampleRate);
    }
    let sound = 0;
    for (let voice = 0; voice < steps.length; voice++) {
      const step = steps[voice] ?? 0;
      const phase = ((phases[voice] ?? 0) + step) % 1;
      phases[voice] = phase;
      sound += waveAt(patch.wave, phase, step, i / sampleRate);
    }
    // State-variable low-pass, a little resonant.
    low += coefficient * band;
    band += coefficient * (sound - low - 1.1 * band);
    const level = low * envelope(i);
    const at = start + i;
    out.left[at] = (out.left[at] ?? 0) + level * leftGain;
    out.right[at] = (out.right[at] ?? 0) + level * rightGain;
  }
}

function waveAt(wave: Patch["wave"], phase: number, step: number, seconds: number): number {
  switch (wave) {
    case "sine":
      return Math.sin(2 * Math.PI * phase);
    case "saw":
      return 2 * phase - 1 - smoothStep(phase, step);
    case "square": {
      const other = (phase + 0.5) % 1;
      return (phase < 0.5 ? 1 : -1) + smoothStep(phase, step) - smoothStep(other, step);
    }
    case "keys":
      // An electric piano: a bright attack that mellows.
      return Math.sin(
        2 * Math.PI * phase +
          (0.25 + 1.3 * Math.exp(-seconds * 6)) * Math.sin(2 * Math.PI * phase) +
          0.25 * Math.exp(-seconds * 18) * Math.sin(28 * Math.PI * phase),
      );
  }
}

/** PolyBLEP: rounds the jump of a saw or square over two samples, so that it does not alias. */
function smoothStep(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

/** Attack and decay as straight lines; release as a line from the level at that moment. */
function createEnvelope(patch: Patch, held: number): (sample: number) => number {
  const attack = patch.attack * sampleRate;
  const decay = patch.decay * sampleRate;
  const release = patch.release * sampleRate;
  const whileHeld = (sample: number) => {
    if (sample < attack) return sample / attack;
    const fallen = Math.min(1, (sample - attack) / decay);
    // Squared: the ear hears loudness roughly as a logarithm.
    return patch.sustain + (1 - patch.sustain) * (1 - fallen) ** 2;
  };
  const atRelease = whileHeld(held);
  return (sample) => {
    if (sample < held) return whileHeld(sample);
    const left = 1 - (sample - held) / release;
    return left <= 0 ? 0 : atRelease * left * left;
  };
}
