import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import { hopSamples } from "#packages/fingerprint/scale.ts";

/** The peaks of sound of 8 kHz. */
export const peaksOf = (sound: Float32Array): Uint8Array<ArrayBuffer> =>
  encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) });
