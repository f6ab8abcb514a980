/** Measures decoded sound, half a second at a time: its level, clipping, and what the two channels have in common. */
import { levelMs } from "#app/domains/air/media/contract/frames.ts";
import type { Level } from "#app/domains/air/media/contract/quality.ts";

/** The format in which ffmpeg sends sound to the meter: interleaved signed 16-bit little-endian, two channels. */
export const meterFormat = { sampleRate: 48_000, channels: 2 } as const;

export const windowMs = 500;
const windowFrames = (meterFormat.sampleRate * windowMs) / 1_000;
const frameBytes = 2 * meterFormat.channels;
const fullScale = 32_767;
const floorDb = -120;
/** A click shorter than this does not count for the level. */
const minFramesForLevel = meterFormat.sampleRate / 50;

/** Each point of the outline represents this many frames; only whole points of a buffer are measured. */
export const framesPerPoint = 8;
const outlinePoints = windowFrames / framesPerPoint;
const groupBytes = framesPerPoint * frameBytes;
const pointsPerPair = (outlinePoints * levelMs) / windowMs;

/** Measurements of half a second. Energies are means of squares; full scale is 1. */
export interface MeterWindow {
  level: Omit<Level, "bitrate">;
  leftEnergy: number;
  rightEnergy: number;
  /** Energy of left minus right. */
  sideEnergy: number;
  /** Samples at full scale, of both channels, in runs that are longer than a peak that only touches full scale. */
  flatSamples: number;
  /** The sound at 6 kHz, both channels mixed: enough to recognize a repetition. */
  outline: Float32Array;
  /** A byte of peak and one of RMS for each `levelMs`, as in a frame of levels. */
  pairs: Uint8Array;
}

/** A run of this many samples at full scale is a wave that was cut off. */
const flatRun = 4;

export class LevelMeter {
  #sumLeft = 0;
  #sumRight = 0;
  #sumSide = 0;
  #peak = 0;
  #clipped = 0;
  #flat = 0;
  /** Time that each channel has been at full scale, in samples. */
  #clipLeft = 0;
  #clipRight = 0;
  #outline = new Float32Array(outlinePoints);
  #points = 0;
  #rest: Buffer = Buffer.alloc(0);
  readonly #pairs = new Uint8Array((2 * windowMs) / levelMs);
  /** The peak since the last pair, and the sum of squares at that point. */
  #pairPeak = 0;
  #sumAtPair = 0;

  /** Returns a window for each half second that `pcm` completes. */
  push(pcm: Buffer): MeterWindow[] {
    const windows: MeterWindow[] = [];
    const bytes = this.#rest.length === 0 ? pcm : Buffer.concat([this.#rest, pcm]);
    const groups = Math.floor(bytes.length / groupBytes);
    this.#rest = bytes.subarray(groups * groupBytes);
    const samples = toSamples(bytes, groups * groupBytes);
    for (let group = 0; group < groups; ) {
      const stop = Math.min(groups, group + pointsPerPair - (this.#points % pointsPerPair));
      this.#measure(samples, group, stop);
      group = stop;
      if (this.#points % pointsPerPair === 0) this.#closePair();
      if (this.#points === outlinePoints) windows.push(this.#close());
    }
    return windows;
  }

  /**
   * The RMS level (dBFS) of the half second that is not complete yet, so that the first sound is reported without
   * waiting for its end. Returns the floor while there are too few samples.
   */
  get currentRmsDb(): number {
    const frames = this.#points * framesPerPoint;
    if (frames < minFramesForLevel) return floorDb;
    return decibels((this.#sumLeft + this.#sumRight) / (2 * frames * 32_768 * 32_768));
  }

  /** The one loop over every sample of every stream: plain local variables make it ten times as fast. */
  #measure(samples: Int16Array, from: number, to: number): void {
    const outline = this.#outline;
    let points = this.#points;
    let sumLeft = 0;
    let sumRight = 0;
    let sumSide = 0;
    let peak = this.#pairPeak;
    let clipLeft = this.#clipLeft;
    let clipRight = this.#clipRight;
    const step = framesPerPoint * 2;
    for (let group = from * step; group < to * step; group += step) {
      let point = 0;
      for (let i = group; i < group + step; i += 2) {
        const left = samples[i] ?? 0;
        const right = samples[i + 1] ?? 0;
        const side = left - right;
        sumLeft += left * left;
        sumRight += right * right;
        sumSide += side * side;
        // Not the plain sum: a channel with inverted polarity would cancel the other.
        point += left + left + right;
        const leftPeak = left < 0 ? -left : left;
        const rightPeak = right < 0 ? -right : right;
        if (leftPeak > peak) peak = leftPeak;
        if (rightPeak > peak) peak = rightPeak;
        if (leftPeak >= fullScale) clipLeft++;
        else if (clipLeft > 0) clipLeft = this.#endClip(clipLeft);
        if (rightPeak >= fullScale) clipRight++;
        else if (clipRight > 0) clipRight = this.#endClip(clipRight);
      }
      outline[points++] = point;
    }
    this.#points = points;
    this.#sumLeft += sumLeft;
    this.#sumRight += sumRight;
    this.#sumSide += sumSide;
    this.#pairPeak = peak;
    this.#clipLeft = clipLeft;
    this.#clipRight = clipRight;
  }

  #endClip(samples: number): 0 {
    this.#clipped += samples;
    if (samples >= flatRun) this.#flat += samples;
    return 0;
  }

  #closePair(): void {
    const sum = this.#sumLeft + this.#sumRight;
    const samples = 2 * pointsPerPair * framesPerPoint;
    const index = 2 * (this.#points / pointsPerPair - 1);
    this.#pairs[index] = toByte(this.#pairPeak);
    this.#pairs[index + 1] = toByte(Math.sqrt((sum - this.#sumAtPair) / samples));
    this.#peak = Math.max(this.#peak, this.#pairPeak);
    this.#pairPeak = 0;
    this.#sumAtPair = sum;
  }

  #close(): MeterWindow {
    // A run at full scale that is still open is counted where it ends; otherwise it would count twice.
    const scale = windowFrames * 32_768 * 32_768;
    const leftEnergy = this.#sumLeft / scale;
    const rightEnergy = this.#sumRight / scale;
    const window: MeterWindow = {
      level: {
        rmsDb: decibels((leftEnergy + rightEnergy) / 2),
        peakDb: decibels((this.#peak / 32_768) ** 2),
        clippedSamples: this.#clipped,
      },
      leftEnergy,
      rightEnergy,
      sideEnergy: this.#sumSide / scale,
      flatSamples: this.#flat,
      outline: this.#outline.slice(),
      pairs: this.#pairs.slice(),
    };
    this.#sumLeft = this.#sumRight = this.#sumSide = this.#sumAtPair = 0;
    this.#peak = this.#clipped = this.#flat = this.#points = 0;
    return window;
  }
}

/** The level of an energy (a mean of squares), dBFS. */
export function decibels(energy: number): number {
  if (energy <= 0) return floorDb;
  return Math.max(floorDb, Math.round(100 * Math.log10(energy)) / 10) + 0; // no -0
}

/** The size of a sample as a share of full scale. */
function toByte(size: number): number {
  return Math.round((size / 32_768) * 255);
}

/** The same bytes as samples; copied only where they start at an odd address. Every host we run on is little-endian. */
function toSamples(bytes: Buffer, length: number): Int16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  return new Int16Array(aligned.buffer, aligned.byteOffset, length / 2);
}
