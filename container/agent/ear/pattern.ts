/** A pattern of tones that an ear must recognize, however fast it is played: what its probe listens to. */
import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import { resample } from "#packages/fingerprint/resample.ts";
import { hopSamples, sampleRate } from "#packages/fingerprint/scale.ts";

const seconds = 30;
const toneSeconds = 0.12;
const patternSpeed = 1.02;
export const patternReference = "pattern";

/** Pseudo-random tones, the same each time; 8 kHz. */
function makePattern(): Float32Array {
  const sound = new Float32Array(seconds * sampleRate);
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let start = 0; start < seconds; start += toneSeconds)
    for (let voice = 0; voice < 3; voice++) addTone(sound, start, 150 + 3_000 * next() ** 2);
  return sound;
}

function addTone(sound: Float32Array, start: number, hz: number): void {
  const from = Math.floor(start * sampleRate);
  const length = Math.floor(toneSeconds * sampleRate);
  for (let at = from; at < Math.min(sound.length, from + length); at++)
    sound[at]! += 0.2 * Math.sin((2 * Math.PI * hz * (at - from)) / sampleRate) * (1 - (at - from) / length);
}

/** The pattern as a reference, and 2 % faster as a stream brings it (48 kHz). */
export function preparePattern() {
  const sound = makePattern();
  const peaks = encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) });
  return {
    reference: { id: patternReference, peaks },
    heard: resample(resample(sound, patternSpeed), 1 / 6),
  };
}
