/** The scale of the level meter, the visualizer and the stream test: 0 to 100 and a little beyond. */

/** The bottom of the scale, dB below a full-scale sine. */
const rangeDb = 60;
/** A decoder may overshoot a loud master by half a decibel; more than that was clipped. */
const clipPeak = 10 ** (0.5 / 20);

/**
 * The level of a block of samples (about 256): 100 is a sine at full scale, each decibel below it takes 1.67 off, and
 * above 100 the sound is clipping.
 */
export function levelOf(samples: Float32Array): number {
  let energy = 0;
  let peak = 0;
  for (const sample of samples) {
    energy += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  if (energy === 0) return 0;
  const db = 10 * Math.log10((2 * energy) / samples.length);
  const level = Math.max(0, 100 * (1 + db / rangeDb));
  return peak > clipPeak ? Math.max(101, level) : Math.min(100, level);
}
