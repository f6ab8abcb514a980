/** Derives levels, silences and a measure of quality from what arrives on one connection and what happens to it. */
import { audibleDb, type Level } from "#app/domains/media/contract/control.ts";
import type { Quality } from "#app/domains/media/contract/quality.ts";
import type { ServerClock } from "../server-clock.ts";
import type { Stalls } from "../stall-watch.ts";
import { ArrivalGauge } from "./arrival-gauge.ts";
import { LevelMeter, meterFormat, windowMs } from "./level-meter.ts";
import { PaceGauge } from "./pace-gauge.ts";
import { type HeardQuality, SoundWatch } from "./sound-watch.ts";
import type { SourceFormat } from "./source.ts";

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

export interface Metering {
  /** Bytes came from the encoder. */
  arrived(bytes: number): void;
  declared(format: SourceFormat): void;
  /** Samples in the meter's format. */
  decoded(pcm: Buffer): void;
  /** The sound decoded from here on does not continue the sound before. */
  restart(): void;
  /** A packet is sent to the room; `ageMs` is how long ago its sound started to arrive. */
  departed(ageMs: number): void;
  stop(): void;
}

/** Of decoded sound. */
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

export function startMetering(clock: ServerClock, stalls: Stalls, listener: MeteringListener): Metering {
  const meter = new LevelMeter();
  const watch = new SoundWatch();
  const arrivals = new ArrivalGauge(clock.local(), stalls);
  let pace = new PaceGauge(stalls);
  let format: SourceFormat = { sampleRate: null, channels: null };
  let isDecoded = false;
  let hasSound = false;
  let isSilent = false;
  let agentMs: number | null = null;

  /** A stalled encoder sends no samples to measure, so a timer reports it. */
  const standstill = setInterval(() => {
    if (arrivals.quietMs(clock.local()) < standstillMs) return;
    listener.onLevel({ ...noSound, bitrate: 0 }, qualityOf(nothingHeard));
  }, windowMs);

  function qualityOf(heard: HeardQuality): Quality {
    const now = clock.local();
    const networkMs = listener.networkMs();
    return {
      ...format,
      ...heard,
      quietMs: Math.round(arrivals.quietMs(now)),
      pace: pace.pace(),
      drops: arrivals.drops(now),
      delay: { agentMs: agentMs === null ? null : Math.round(agentMs), networkMs },
    };
  }

  return {
    arrived: (bytes) => arrivals.arrived(bytes, clock.local()),
    declared(declared) {
      format = declared;
    },
    decoded(pcm) {
      if (!isDecoded) {
        isDecoded = true;
        listener.onDecoded();
      }
      pace.heard(pcm.length / bytesPerMs, clock.local());
      const windows = meter.push(pcm);
      const loudestDb = Math.max(meter.currentRmsDb, ...windows.map(({ level }) => level.rmsDb));
      if (!hasSound && loudestDb >= audibleDb) {
        hasSound = true;
        listener.onFirstSound();
      }
      for (const window of windows) {
        listener.onPairs(window.pairs);
        const { silentMs, heard } = watch.push(window);
        listener.onLevel({ ...window.level, bitrate: arrivals.bitrate(clock.local()) }, qualityOf(heard));
        if (silentMs > 0 !== isSilent) {
          isSilent = silentMs > 0;
          listener.onSilence(isSilent ? Math.round(clock.now()) - silentMs : null);
        }
      }
    },
    restart() {
      pace = new PaceGauge(stalls);
    },
    departed(ageMs) {
      const now = clock.local();
      const ownMs = Math.max(0, ageMs - stalls.stalledMs(now - ageMs, now));
      agentMs = agentMs === null ? ownMs : agentMs + (ownMs - agentMs) / packetsAveraged;
    },
    stop: () => clearInterval(standstill),
  };
}
