/** The units of the ear. Peaks of references are stored in them, so they change only with the format's version. */

/** Samples a second of all analysis; one channel. */
export const sampleRate = 8_000;
/** Samples of one analysis window: 128 ms. */
export const windowSamples = 1_024;
/** Samples from one window to the next: 16 ms. */
export const hopSamples = 128;
/** Frames a second: times of peaks are in frames, with fractions. */
export const framesPerSecond = sampleRate / hopSamples;
/** Bins are 7.8 Hz wide: frequencies of peaks are in bins, with fractions. */
export const binHz = sampleRate / windowSamples;
/** 62 Hz: below it is rumble of turntables. */
export const lowestBin = 8;
/** 3.5 kHz, exclusive: below the slope of the low-pass. */
export const endBin = 448;

export const msPerFrame = 1_000 / framesPerSecond;

export const toFrames = (seconds: number): number => seconds * framesPerSecond;
export const toSeconds = (frames: number): number => frames / framesPerSecond;
