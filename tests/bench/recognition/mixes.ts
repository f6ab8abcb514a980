import { createHash } from "node:crypto";
import type { Playback } from "#app/domains/recognition/ear/ladder.ts";
import { play } from "./excerpts.ts";
import type { Track } from "./material.ts";
import { createRandom, pick } from "./music/random.ts";
import { cached } from "./music/sound-files.ts";

/** A track in a set, in seconds of the set. */
export interface Play {
  track: Track;
  isKnown: boolean;
  playback: Playback;
  speed: number;
  /** Silent before and after; at full level between. */
  from: number;
  full: number;
  fading: number;
  to: number;
}

export interface Mix {
  sound: Float32Array;
  plays: Play[];
}

const rate = 48_000;

/** Returns a set of about `seconds`: tracks in blends of 8 to 30 s with the bass swapped in the middle, or cuts. */
export function makeMix(
  name: string,
  seed: number,
  seconds: number,
  known: readonly Track[],
  unknown: readonly Track[],
): Mix {
  const random = createRandom(seed);
  const plays = plan(random, seconds, shuffled(random, known), shuffled(random, unknown));
  // What was mixed of other tracks is another set.
  const digest = createHash("sha1").update(JSON.stringify(plays.map(({ track, from }) => [track.id, from])));
  const sound = cached(`mix-${name}-${seed}-${seconds}-${digest.digest("hex").slice(0, 12)}`, () => {
    const mix = new Float32Array(Math.ceil(Math.max(...plays.map(({ to }) => to)) * rate) + rate);
    for (const each of plays) addPlay(mix, each);
    return mix.map((value) => Math.tanh(value * 0.7));
  });
  return { sound, plays };
}

function plan(random: () => number, seconds: number, known: Track[], unknown: Track[]): Play[] {
  const plays: Play[] = [];
  let at = 0;
  let blendIn = 0;
  while (at < seconds) {
    const isKnown = random() >= 0.2 || unknown.length === 0;
    const track = (isKnown ? known : unknown).pop();
    if (track === undefined) break;
    const playback: Playback = random() < 0.5 ? "varispeed" : "keyLock";
    const speed = Math.round((1 + (random() * 2 - 1) * 0.06) * 1_000) / 1_000;
    const blendOut = random() < 0.2 ? 0.05 : pick(random, [8, 12, 16, 24, 30]);
    const length = Math.min(track.seconds / speed - 4, blendIn + blendOut + 35 + random() * 45);
    plays.push({
      track,
      isKnown,
      playback,
      speed,
      from: at,
      full: at + blendIn,
      fading: at + length - blendOut,
      to: at + length,
    });
    at += length - blendOut;
    blendIn = blendOut;
  }
  return plays;
}

/** Where each track is started: not at its first sound. */
export const entrySeconds = 2;

function addPlay(mix: Float32Array, { track, playback, speed, from, full, fading, to }: Play): void {
  const sound = play({ track, playback, speed, from: entrySeconds, seconds: to - from }, false);
  const first = Math.round(from * rate);
  // One pole at 180 Hz: what is below it comes in at once, in the middle of a blend.
  const k = 1 - Math.exp((-2 * Math.PI * 180) / rate);
  let low = 0;
  const fadeIn = Math.max(0.01, full - from);
  const fadeOut = Math.max(0.01, to - fading);
  for (let each = 0; each < sound.length; each++) {
    const at = from + each / rate;
    const level = Math.min(1, (at - from) / fadeIn, (to - at) / fadeOut);
    low += k * ((sound[each] ?? 0) - low);
    const bass = at >= from + fadeIn / 2 && at < to - fadeOut / 2 ? 1 : 0.1;
    mix[first + each]! += Math.max(0, level) ** 0.7 * ((sound[each] ?? 0) - low + bass * low);
  }
}

function shuffled<T>(random: () => number, values: readonly T[]): T[] {
  const left = [...values];
  for (let each = left.length - 1; each > 0; each--) {
    const other = Math.floor(random() * (each + 1));
    [left[each], left[other]] = [left[other] as T, left[each] as T];
  }
  return left;
}
