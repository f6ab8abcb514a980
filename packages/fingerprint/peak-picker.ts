import { type Peaks, strong } from "./peaks.ts";
import { endBin, lowestBin } from "./scale.ts";

/** Distance around a peak in which nothing is higher, in frames and in bins. Strong ones make 30 to 40 a second. */
export const strongReach = 12;
/** Reach of dense peaks, about twice as many; a blend hides fewer of a track's strong peaks among them. */
const denseReach = 7;
/** Bins 1 below and 1 above are read as well, for the parabola. */
export const spectrumBins = endBin + 1;
/** -90 dB of a full-scale sine in a window of 1024: below it is silence. */
const floor = 6.5e-5;
const ringFrames = 2 * strongReach + 2;

/** Finds peaks in a spectrogram that comes in frame by frame. */
export class PeakPicker {
  readonly #out: Peaks;
  /** Power of the newest frames, and the highest power around each bin of them. */
  readonly #power: Float32Array[] = [];
  readonly #wide: Float32Array[] = [];
  readonly #near: Float32Array[] = [];
  #frames = 0;

  constructor(out: Peaks) {
    this.#out = out;
    for (let each = 0; each < ringFrames; each++) {
      this.#power.push(new Float32Array(spectrumBins));
      this.#wide.push(new Float32Array(spectrumBins));
      this.#near.push(new Float32Array(spectrumBins));
    }
  }

  /** Takes the next frame, which `write` puts into the array that it is given. Peaks come out 12 frames late. */
  push(write: (power: Float32Array) => void): void {
    const slot = this.#frames % ringFrames;
    const power = this.#power[slot]!;
    write(power);
    slideMax(power, strongReach, this.#wide[slot]!);
    slideMax(power, denseReach, this.#near[slot]!);
    this.#frames++;
    if (this.#frames > 2 * strongReach) this.#pick(this.#frames - 1 - strongReach);
  }

  #pick(frame: number): void {
    const slot = frame % ringFrames;
    const power = this.#power[slot]!;
    const near = this.#near[slot]!;
    const before = this.#power[(frame - 1) % ringFrames]!;
    const after = this.#power[(frame + 1) % ringFrames]!;
    for (let bin = lowestBin; bin < endBin; bin++) {
      const value = power[bin]!;
      if (value < near[bin]! || value < floor || !this.#isHighest(this.#near, frame, bin, value, denseReach))
        continue;
      const isStrong =
        value >= this.#wide[slot]![bin]! && this.#isHighest(this.#wide, frame, bin, value, strongReach);
      const time = frame + vertex(before[bin]!, value, after[bin]!);
      this.#out.push(time, bin + vertex(power[bin - 1]!, value, power[bin + 1]!), isStrong ? strong : 0);
    }
  }

  #isHighest(
    highest: readonly Float32Array[],
    frame: number,
    bin: number,
    value: number,
    reach: number,
  ): boolean {
    for (let distance = 1; distance <= reach; distance++) {
      // Of equal powers the first is the peak.
      if (highest[(frame - distance) % ringFrames]![bin]! >= value) return false;
      if (highest[(frame + distance) % ringFrames]![bin]! > value) return false;
    }
    return true;
  }
}

/** Returns the position between its neighbours of the top of a parabola through three log powers: -0.5 to 0.5. */
function vertex(before: number, here: number, after: number): number {
  const b = Math.log(before + 1e-12);
  const h = Math.log(here + 1e-12);
  const a = Math.log(after + 1e-12);
  const curve = b - 2 * h + a;
  return curve >= -1e-9 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (b - a)) / curve));
}

const forward = new Float32Array(spectrumBins + 64);
const backward = new Float32Array(spectrumBins + 64);

/** Writes the highest of the `reach` values on each side of each value (van Herk's method). */
function slideMax(values: Float32Array, reach: number, out: Float32Array): void {
  const width = 2 * reach + 1;
  const length = values.length;
  const padded = Math.ceil((length + 2 * reach) / width) * width;
  for (let start = 0; start < padded; start += width) {
    let highest = 0;
    for (let each = start; each < start + width; each++) {
      const at = each - reach;
      if (at >= 0 && at < length && values[at]! > highest) highest = values[at]!;
      forward[each] = highest;
    }
    highest = 0;
    for (let each = start + width - 1; each >= start; each--) {
      const at = each - reach;
      if (at >= 0 && at < length && values[at]! > highest) highest = values[at]!;
      backward[each] = highest;
    }
  }
  for (let each = 0; each < length; each++) {
    const left = backward[each]!;
    const right = forward[each + 2 * reach]!;
    out[each] = left > right ? left : right;
  }
}
