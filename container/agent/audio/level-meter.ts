/** Measures decoded sound: level of each half second, and when it falls silent. */
import type { Level } from "#app/domains/media/contract/control.ts";

/** What ffmpeg hands to the meter: interleaved signed 16-bit little-endian, two channels. */
export const meterFormat = { sampleRate: 48_000, channels: 2 } as const;

const windowSamples = (meterFormat.sampleRate / 2) * meterFormat.channels;
const windowMs = 500;
const floorDb = -120;
const silentDb = -60;
const silentAfterMs = 3_000;

export interface MeterReading {
  level: Omit<Level, "bitrate">;
  /** How long the sound has been silent without a break, ms; 0 while it is not. */
  silentMs: number;
}

export class LevelMeter {
  #sumOfSquares = 0;
  #peak = 0;
  #clipped = 0;
  #count = 0;
  #quietWindows = 0;
  #oddBytes: Buffer = Buffer.alloc(0);

  /** Answers a reading for each half second that `pcm` completes. */
  push(pcm: Buffer): MeterReading[] {
    const readings: MeterReading[] = [];
    const bytes = this.#oddBytes.length === 0 ? pcm : Buffer.concat([this.#oddBytes, pcm]);
    const end = bytes.length & ~1;
    this.#oddBytes = bytes.subarray(end);
    const view = new DataView(bytes.buffer, bytes.byteOffset, end);
    for (let offset = 0; offset < end; ) {
      const stop = Math.min(end, offset + (windowSamples - this.#count) * 2);
      this.#measure(view, offset, stop);
      offset = stop;
      if (this.#count === windowSamples) readings.push(this.#close());
    }
    return readings;
  }

  /** The one loop over every sample of every stream: plain local variables keep it at a tenth of its cost. */
  #measure(view: DataView, start: number, stop: number): void {
    let sumOfSquares = 0;
    let peak = this.#peak;
    let clipped = 0;
    for (let offset = start; offset < stop; offset += 2) {
      const sample = view.getInt16(offset, true);
      const magnitude = sample < 0 ? -sample : sample;
      sumOfSquares += sample * sample;
      if (magnitude > peak) peak = magnitude;
      if (magnitude >= 32_767) clipped++;
    }
    this.#sumOfSquares += sumOfSquares;
    this.#peak = peak;
    this.#clipped += clipped;
    this.#count += (stop - start) / 2;
  }

  #close(): MeterReading {
    const rmsDb = decibels(Math.sqrt(this.#sumOfSquares / this.#count) / 32_768);
    const level = { rmsDb, peakDb: decibels(this.#peak / 32_768), clippedSamples: this.#clipped };
    this.#quietWindows = rmsDb < silentDb ? this.#quietWindows + 1 : 0;
    this.#sumOfSquares = this.#peak = this.#clipped = this.#count = 0;
    const quietMs = this.#quietWindows * windowMs;
    return { level, silentMs: quietMs >= silentAfterMs ? quietMs : 0 };
  }
}

function decibels(amplitude: number): number {
  if (amplitude <= 0) return floorDb;
  return Math.max(floorDb, Math.round(200 * Math.log10(amplitude)) / 10);
}
