/**
 * Windowed-sinc interpolation between samples. Linear interpolation would dull the treble by up to 5 dB at 15 kHz, and
 * by a different amount at each fraction, which is heard as a flutter while the rate is being corrected.
 */

/** Left and right, of equal length. */
export type StereoBuffer = readonly [Float32Array, Float32Array];

/** Samples on each side of the wanted instant. */
export const halfTaps = 16;
const taps = halfTaps * 2;
const phases = 256;
/** Kaiser window: 70 dB attenuation outside the pass band. */
const beta = 7;

const table = makeTable();

function makeTable(): Float32Array {
  // One phase more than used, so that the next phase always exists.
  const made = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const x = tap - (halfTaps - 1) - phase / phases;
      const value = sinc(x) * kaiser(x / halfTaps);
      made[phase * taps + tap] = value;
      sum += value;
    }
    // Equal gain at every fraction; otherwise the correction itself would be heard as a tone.
    for (let tap = 0; tap < taps; tap++) {
      const index = phase * taps + tap;
      made[index] = (made[index] ?? 0) / sum;
    }
  }
  return made;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta);
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 32; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * Fills the outputs from the rings (of a power-of-two length, `mask` is their length minus one), starting at `position`
 * and advancing by `rate` samples per sample. The caller ensures that `halfTaps` samples exist on both sides.
 */
export function resample(
  [ringLeft, ringRight]: StereoBuffer,
  mask: number,
  position: number,
  rate: number,
  [left, right]: StereoBuffer,
): void {
  for (let index = 0; index < left.length; index++) {
    const at = position + index * rate;
    const whole = Math.floor(at);
    const place = (at - whole) * phases;
    const phase = Math.floor(place);
    const between = place - phase;
    const row = phase * taps;
    let sumLeft = 0;
    let sumRight = 0;
    for (let tap = 0; tap < taps; tap++) {
      const here = table[row + tap] ?? 0;
      const next = table[row + taps + tap] ?? 0;
      const gain = here + (next - here) * between;
      const source = (whole + tap - (halfTaps - 1)) & mask;
      sumLeft += (ringLeft[source] ?? 0) * gain;
      sumRight += (ringRight[source] ?? 0) * gain;
    }
    left[index] = sumLeft;
    right[index] = sumRight;
  }
}
