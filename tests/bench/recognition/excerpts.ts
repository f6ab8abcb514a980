import type { Playback } from "#packages/fingerprint/ladder.ts";
import type { Track } from "./material.ts";
import { cached, decode } from "./music/sound-files.ts";

export interface Excerpt {
  track: Track;
  playback: Playback;
  /** 1.02 is 2 % faster. */
  speed: number;
  /** Seconds of the track, and of the excerpt. */
  from: number;
  seconds: number;
}

/** Returns the filter of ffmpeg that plays sound at another speed. */
export function filterOf(playback: Playback, speed: number): string {
  if (speed === 1) return "anull";
  return playback === "keyLock"
    ? `rubberband=tempo=${speed}`
    : `asetrate=${Math.round(48_000 * speed)},aresample=48000`;
}

/** Returns an excerpt's sound: 48 kHz, mono. */
export function play({ track, playback, speed, from, seconds }: Excerpt, isKept = true): Float32Array {
  // Started a little early, because key lock needs a moment.
  const make = () => {
    track.sound();
    const early = Math.min(from, 1);
    const sound = decode(track.file, {
      from: from - early,
      seconds: (seconds + 2) * speed,
      filter: filterOf(playback, speed),
    });
    const first = Math.round((early / speed) * 48_000);
    return sound.subarray(first, first + Math.round(seconds * 48_000));
  };
  if (!isKept) return make();
  return cached(`play-${track.id}-${playback}-${speed.toFixed(4)}-${from.toFixed(1)}-${seconds}`, make);
}
