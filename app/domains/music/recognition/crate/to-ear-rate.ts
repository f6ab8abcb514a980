/** Any rate to the ear's 8 kHz. */
import { Decimator, inputRate } from "#packages/fingerprint/decimate.ts";
import { kaiser, sinc } from "#packages/fingerprint/low-pass.ts";
import { sampleRate } from "#packages/fingerprint/scale.ts";

/** Positions between two samples for which the filter is computed beforehand. */
const phases = 128;
/** Zero crossings of the filter on each side: its slope is 3.4 to 4.6 kHz. */
const crossings = 12;

/** Returns a function that turns pieces of sound at `rate` into what is complete of it at 8 kHz. */
export function toEarRate(rate: number): (sound: Float32Array) => Float32Array {
  if (rate === sampleRate) return (sound) => sound;
  if (rate === inputRate) {
    const decimator = new Decimator();
    return (sound) => decimator.push(sound);
  }
  return convertFrom(rate);
}

function convertFrom(rate: number): (sound: Float32Array) => Float32Array {
  const step = rate / sampleRate;
  // Cycles per sample of the lower of the two rates' limits.
  const cutoff = Math.min(0.5, 0.5 / step);
  const reach = Math.ceil(crossings / (2 * cutoff));
  const table = filterTable(cutoff, reach);
  const width = 2 * reach;
  let history = new Float32Array(reach);
  /** Position of the next output in `history`. */
  let next = reach;
  return (piece) => {
    const sound = new Float32Array(history.length + piece.length);
    sound.set(history);
    sound.set(piece, history.length);
    const count = Math.max(0, Math.floor((sound.length - 1 - reach - next) / step) + 1);
    const out = new Float32Array(count);
    for (let each = 0; each < count; each++) {
      const at = next + each * step;
      const before = Math.floor(at);
      const row = Math.round((at - before) * phases) * width;
      const first = before - reach + 1;
      let sum = 0;
      for (let tap = 0; tap < width; tap++) sum += table[row + tap]! * sound[first + tap]!;
      out[each] = sum;
    }
    next += count * step;
    const drop = Math.max(0, Math.floor(next) - reach);
    history = sound.slice(drop);
    next -= drop;
    return out;
  };
}

/** A row of coefficients for each phase, with gain 1 at 0 Hz. */
function filterTable(cutoff: number, reach: number): Float32Array {
  const width = 2 * reach;
  const table = new Float32Array((phases + 1) * width);
  for (let phase = 0; phase <= phases; phase++) {
    const row = table.subarray(phase * width, (phase + 1) * width);
    let sum = 0;
    for (let tap = 0; tap < width; tap++) {
      const distance = tap - reach + 1 - phase / phases;
      row[tap] = sinc(2 * cutoff * distance) * kaiser(distance / reach, 6);
      sum += row[tap]!;
    }
    for (let tap = 0; tap < width; tap++) row[tap] = row[tap]! / sum;
  }
  return table;
}
