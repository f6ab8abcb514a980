import { kaiser, sinc } from "./low-pass.ts";

/** Samples on each side of an output sample. */
const reach = 8;
/** Positions between two samples for which the filter is computed beforehand. */
const phases = 256;
/** One row of coefficients for each phase; each row has gain 1 at 0 Hz. */
const table = makeTable();

function makeTable(): Float64Array {
  const rows = new Float64Array((phases + 1) * 2 * reach);
  for (let phase = 0; phase <= phases; phase++) {
    const row = rows.subarray(phase * 2 * reach, (phase + 1) * 2 * reach);
    let sum = 0;
    for (let tap = 0; tap < 2 * reach; tap++) {
      const distance = tap - reach + 1 - phase / phases;
      row[tap] = sinc(distance * 0.94) * kaiser(distance / reach, 6);
      sum += row[tap]!;
    }
    for (let tap = 0; tap < 2 * reach; tap++) row[tap] = row[tap]! / sum;
  }
  return rows;
}

/**
 * Returns `sound` played `speed` times as fast, as a turntable does: pitch moves with tempo.
 * Sample n of the result is sample n × `speed` of `sound`; outside of it is silence.
 */
export function resample(sound: Float32Array, speed: number): Float32Array {
  const out = new Float32Array(Math.floor((sound.length - 1) / speed) + 1);
  for (let each = 0; each < out.length; each++) {
    const position = each * speed;
    const before = Math.floor(position);
    const row = Math.round((position - before) * phases) * 2 * reach;
    const start = before - reach + 1;
    let sum = 0;
    if (start >= 0 && start + 2 * reach <= sound.length)
      for (let tap = 0; tap < 2 * reach; tap++) sum += table[row + tap]! * sound[start + tap]!;
    else for (let tap = 0; tap < 2 * reach; tap++) sum += table[row + tap]! * (sound[start + tap] ?? 0);
    out[each] = sum;
  }
  return out;
}
