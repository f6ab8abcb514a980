import { createChance } from "./harmony.ts";
import { type Stereo, sampleRate } from "./stereo.ts";

/** One stroke. `at` in seconds. */
export interface Stroke {
  at: number;
  drum: Drum;
  velocity: number;
}

const kit = {
  /** A sine whose frequency falls quickly from a click to a low tone. */
  kick: { seconds: 0.34, pan: 0, gain: 0.55, sound: kick },
  snare: { seconds: 0.24, pan: 0.05, gain: 0.2, sound: snare },
  hat: { seconds: 0.06, pan: 0.25, gain: 0.09, sound: hat },
  open: { seconds: 0.24, pan: -0.2, gain: 0.07, sound: openHat },
  shaker: { seconds: 0.09, pan: -0.35, gain: 0.06, sound: shaker },
  rim: { seconds: 0.05, pan: 0.3, gain: 0.16, sound: rim },
} satisfies Record<string, { seconds: number; pan: number; gain: number; sound: Voice }>;
export type Drum = keyof typeof kit;

/** Returns the sample at `t` seconds; `noise` is white noise and `last` holds the state of a filter. */
type Voice = (t: number, noise: () => number, last: { value: number }) => number;

/** Adds the strokes to `out`. */
export function playDrums(out: Stereo, strokes: readonly Stroke[]): void {
  const chance = createChance(7);
  const noise = () => chance() * 2 - 1;
  for (const stroke of strokes) {
    const drum = kit[stroke.drum];
    const start = Math.round(stroke.at * sampleRate);
    const total = Math.min(out.left.length - start, Math.round(drum.seconds * sampleRate));
    const gain = drum.gain * stroke.velocity;
    const leftGain = gain * Math.cos(((drum.pan + 1) * Math.PI) / 4) * Math.SQRT2;
    const rightGain = gain * Math.sin(((drum.pan + 1) * Math.PI) / 4) * Math.SQRT2;
    const last = { value: 0 };
    for (let i = 0; i < total; i++) {
      const sound = drum.sound(i / sampleRate, noise, last) * Math.min(1, (total - i) / 96);
      const at = start + i;
      out.left[at] = (out.left[at] ?? 0) + sound * leftGain;
      out.right[at] = (out.right[at] ?? 0) + sound * rightGain;
    }
  }
}

function kick(t: number): number {
  // The phase is the integral of 48 Hz + 110 Hz falling with a time constant of 30 ms.
  const cycles = 48 * t + 110 * 0.03 * (1 - Math.exp(-t / 0.03));
  return Math.sin(2 * Math.PI * cycles) * Math.exp(-t * 9);
}

function snare(t: number, noise: () => number, last: { value: number }): number {
  const body = Math.sin(2 * Math.PI * 185 * t) * Math.exp(-t * 28);
  return body * 0.5 + highPass(noise(), last, 0.35) * Math.exp(-t * 17);
}

function hat(t: number, noise: () => number, last: { value: number }): number {
  return highPass(noise(), last, 0.8) * Math.exp(-t * 80);
}

function openHat(t: number, noise: () => number, last: { value: number }): number {
  return highPass(noise(), last, 0.8) * Math.exp(-t * 14);
}

function shaker(t: number, noise: () => number, last: { value: number }): number {
  return highPass(noise(), last, 0.6) * Math.sin(Math.min(1, t / 0.09) * Math.PI) ** 2;
}

function rim(t: number): number {
  return (Math.sin(2 * Math.PI * 1700 * t) + 0.5 * Math.sin(2 * Math.PI * 920 * t)) * Math.exp(-t * 95);
}

/** A high-pass filter: subtracts a running average. `share` determines how slowly the average follows. */
function highPass(sample: number, last: { value: number }, share: number): number {
  last.value += (1 - share) * (sample - last.value);
  return sample - last.value;
}
