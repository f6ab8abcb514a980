import { spawnSync } from "node:child_process";

/** Returns Chromaprint's raw prints of samples of 48 kHz, by its own program `fpcalc`; none where it is missing. */
export function chromaprint(sound: Float32Array): Uint32Array {
  const samples = new Int16Array(sound.length);
  for (let each = 0; each < sound.length; each++)
    samples[each] = Math.max(-1, Math.min(1, sound[each] ?? 0)) * 32_767;
  const args = ["-raw", "-format", "s16le", "-rate", "48000", "-channels", "1", "-length", "0", "-"];
  const { stdout } = spawnSync("fpcalc", args, { input: Buffer.from(samples.buffer), maxBuffer: 1 << 28 });
  const text = /FINGERPRINT=(.*)/.exec(String(stdout ?? ""))?.[1] ?? "";
  return Uint32Array.from(text.split(",").filter(Boolean), (value) => Number(value) >>> 0);
}

export interface PrintMatch {
  id: string;
  /** Share of differing bits at the best alignment; 0.5 is chance. */
  distance: number;
}

/** Returns the reference with the smallest Hamming distance at its best alignment. */
export function nearest(query: Uint32Array, references: ReadonlyMap<string, Uint32Array>): PrintMatch {
  let best: PrintMatch = { id: "", distance: 1 };
  for (const [id, prints] of references)
    for (let shift = 0; shift + query.length <= prints.length; shift++) {
      let bits = 0;
      const limit = best.distance * query.length * 32;
      for (let each = 0; each < query.length && bits < limit; each++)
        bits += countBits((query[each] ?? 0) ^ (prints[shift + each] ?? 0));
      const distance = bits / (query.length * 32);
      if (distance < best.distance) best = { id, distance };
    }
  return best;
}

/** AcoustID's own matcher takes alignments of less than about 0.35 for the same recording. */
export const printThreshold = 0.35;

function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
