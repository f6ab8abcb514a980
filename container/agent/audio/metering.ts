/** Derives levels, silences and a measure of quality from what arrives on one connection and what happens to it. */
import { audibleDb } from "#app/domains/air/media/contract/control.ts";
import type { Level, Quality } from "#app/domains/air/media/contract/quality.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import { ArrivalGauge } from "./arrival-gauge.ts";
import { LevelMeter, type MeterWindow, meterFormat, windowMs } from "./level-meter.ts";
import { PaceGauge } from "./pace-gauge.ts";
import { type HeardQuality, SoundWatch, silentAfterMs } from "./sound-watch.ts";
import type { SourceFormat } from "./source-port.ts";

export interface MeteringListener {
  /** The first decoded sample, audible or not. */
  onDecoded(): void;
  /** The first sound that can be heard. */
  onFirstSound(): void;
  /** Called twice a second, also while no sound arrives. */
  onLevel(level: Level, quality: Quality): void;
  /** Peak and RMS of half a second, as in a frame of levels. */
  onPairs(pairs: Uint8Array): void;
  /** `since`: when the silence started (server epoch ms), or null when it ended. */
  onSilence(since: number | null): void;
  /** Half the round trip time to the room; null while no room plays the stream. */
  networkMs(): number | null;
}

/** Number of bytes in a millisecond of decoded sound. */
export const bytesPerMs = (meterFormat.sampleRate * meterFormat.channels * 2) / 1_000;
/** No bytes for this long is silence. Bursts a second apart are usual. */
const standstillMs = 2_000;
const noSound: Omit<Level, "bitrate"> = { rmsDb: -120, peakDb: -120, clippedSamples: 0 };
const nothingHeard: HeardQuality = {
  isClipping: false,
  monoMs: 0,
  leftOnlyMs: 0,
  rightOnlyMs: 0,
  loopMs: null,
};
/** Departures are averaged over about this many packets: a second. */
const packetsAveraged = 50;

export class Metering {
  readonly #clock: ServerClock;
  readonly #stalls: Stalls;
  readonly #listener: MeteringListener;
  readonly #meter = new LevelMeter();
  readonly #watch = new SoundWatch();
  readonly #arrivals: ArrivalGauge;
  #pace: PaceGauge;
  #format: SourceFormat = { sampleRate: null, channels: null };
  /** Local time of the last samples; undefined before the first. */
  #decodedAt: number | undefined;
  #hasSound = false;
  #isSilent = false;
  #agentMs: number | null = null;

  constructor(clock: ServerClock, stalls: Stalls, listener: MeteringListener) {
    this.#clock = clock;
    this.#stalls = stalls;
    this.#listener = listener;
    this.#arrivals = new ArrivalGauge(clock.local(), stalls);
    this.#pace = new PaceGauge(stalls);
  }

  /** Starts a timer that reports where nothing is decoded: there are no samples to measure then. */
  start(): () => void {
    const standstill = setInterval(() => this.#reportStandstill(), windowMs);
    return () => clearInterval(standstill);
  }

  /** Bytes came from the encoder. */
  arrived(bytes: number): void {
    this.#arrivals.arrived(bytes, this.#clock.local());
  }

  declared(format: SourceFormat): void {
    this.#format = format;
  }

  /** Samples in the meter's format. */
  decoded(pcm: Buffer): void {
    if (this.#decodedAt === undefined) this.#listener.onDecoded();
    this.#decodedAt = this.#clock.local();
    this.#pace.heard(pcm.length / bytesPerMs, this.#clock.local());
    const windows = this.#meter.push(pcm);
    const loudestDb = Math.max(this.#meter.currentRmsDb, ...windows.map(({ level }) => level.rmsDb));
    if (!this.#hasSound && loudestDb >= audibleDb) {
      this.#hasSound = true;
      this.#listener.onFirstSound();
    }
    for (const window of windows) this.#measured(window);
  }

  /** The sound decoded from here on does not continue the sound before. */
  restart(): void {
    this.#pace = new PaceGauge(this.#stalls);
  }

  /** A packet is sent to the room; `ageMs` is how long ago its sound started to arrive. */
  departed(ageMs: number): void {
    const now = this.#clock.local();
    const ownMs = Math.max(0, ageMs - this.#stalls.stalledMs(now - ageMs, now));
    this.#agentMs =
      this.#agentMs === null ? ownMs : this.#agentMs + (ownMs - this.#agentMs) / packetsAveraged;
  }

  /** An encoder that stalls, or that sends what no one can decode: what listeners hear is silence. */
  #reportStandstill(): void {
    const now = this.#clock.local();
    const isStalled = this.#arrivals.quietMs(now) >= standstillMs;
    const undecodedMs = this.#decodedAt === undefined ? 0 : now - this.#decodedAt;
    if (!isStalled && undecodedMs < standstillMs) return;
    const bitrate = isStalled ? 0 : this.#arrivals.bitrate(now);
    this.#listener.onLevel({ ...noSound, bitrate }, this.#qualityOf(nothingHeard));
    if (isStalled || this.#isSilent || undecodedMs < silentAfterMs) return;
    this.#isSilent = true;
    this.#listener.onSilence(Math.round(this.#clock.now()) - Math.round(undecodedMs));
  }

  #measured(window: MeterWindow): void {
    const { silentMs, heard } = this.#watch.push(window);
    const bitrate = this.#arrivals.bitrate(this.#clock.local());
    this.#listener.onPairs(window.pairs);
    this.#listener.onLevel({ ...window.level, bitrate }, this.#qualityOf(heard));
    const isSilent = silentMs > 0;
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#listener.onSilence(isSilent ? Math.round(this.#clock.now()) - silentMs : null);
  }

  #qualityOf(heard: HeardQuality): Quality {
    const now = this.#clock.local();
    const networkMs = this.#listener.networkMs();
    return {
      ...this.#format,
      ...heard,
      quietMs: Math.round(this.#arrivals.quietMs(now)),
      pace: this.#pace.pace(),
      drops: this.#arrivals.drops(now),
      delay: { agentMs: this.#agentMs === null ? null : Math.round(this.#agentMs), networkMs },
    };
  }
}
