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
  #oddByte: number | undefined;

  /** Answers a reading for each half second that `pcm` completes. */
  push(pcm: Uint8Array): MeterReading[] {
    const readings: MeterReading[] = [];
    let offset = 0;
    if (this.#oddByte !== undefined && pcm.length > 0) {
      this.#add(((this.#oddByte | ((pcm[0] ?? 0) << 8)) << 16) >> 16, readings);
      this.#oddByte = undefined;
      offset = 1;
    }
    const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (; offset + 1 < pcm.length; offset += 2) this.#add(view.getInt16(offset, true), readings);
    if (offset < pcm.length) this.#oddByte = pcm[offset];
    return readings;
  }

  #add(sample: number, readings: MeterReading[]): void {
    const magnitude = sample < 0 ? -sample : sample;
    this.#sumOfSquares += sample * sample;
    if (magnitude > this.#peak) this.#peak = magnitude;
    if (magnitude >= 32_767) this.#clipped++;
    if (++this.#count === windowSamples) readings.push(this.#close());
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
