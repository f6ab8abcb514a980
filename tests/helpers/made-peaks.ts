import { encodePeaks } from "#app/domains/recognition/ear/peak-format.ts";
import { extractPeaks } from "#app/domains/recognition/ear/peak-stream.ts";
import { hopSamples } from "#app/domains/recognition/ear/scale.ts";

/** The peaks of sound of 8 kHz. */
export const peaksOf = (sound: Float32Array): Uint8Array<ArrayBuffer> =>
  encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) });
