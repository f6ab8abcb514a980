export const sampleRate = 48_000;

/** Stereo sound; samples from -1 to 1. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export function createStereo(seconds: number): Stereo {
  const length = Math.ceil(seconds * sampleRate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/** Adds `from` times `gain` to `to`. */
export function mixInto(to: Stereo, from: Stereo, gain: number): void {
  const length = Math.min(to.left.length, from.left.length);
  for (let i = 0; i < length; i++) {
    to.left[i] = (to.left[i] ?? 0) + (from.left[i] ?? 0) * gain;
    to.right[i] = (to.right[i] ?? 0) + (from.right[i] ?? 0) * gain;
  }
}
