import { createHash } from "node:crypto";
import type { Playback } from "#packages/fingerprint/ladder.ts";
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
  plays: readonly Play[];
}

const rate = 48_000;

interface Style {
  /** Seconds of a blend, of which one is drawn; one in five is a cut. */
  blends: readonly number[];
  /** Seconds that a track is heard, blends included; `part` is drawn from 0 to 1. */
  length: (blends: number, part: number) => number;
}

const styles = {
  /** A minute of each track, as a set has them. */
  set: { blends: [8, 12, 16, 24, 30], length: (blends, part) => blends + 35 + part * 45 },
  /** 20 to 30 s of each. */
  short: { blends: [2, 4], length: (_, part) => 20 + part * 10 },
} satisfies Record<string, Style>;

/** Returns a set of about `seconds`: tracks in blends with the bass swapped in the middle, or cuts. */
export function makeMix(
  name: keyof typeof styles,
  seed: number,
  seconds: number,
  known: readonly Track[],
  unknown: readonly Track[],
): Mix {
  const random = createRandom(seed);
  const plays = plan(styles[name], random, seconds, shuffled(random, known), shuffled(random, unknown));
  // What was mixed of other tracks is another set.
  const digest = createHash("sha1").update(JSON.stringify(plays.map(({ track, from }) => [track.id, from])));
  const sound = cached(`mix-${name}-${seed}-${seconds}-${digest.digest("hex").slice(0, 12)}`, () => {
    const mix = new Float32Array(Math.ceil(Math.max(...plays.map(({ to }) => to)) * rate) + rate);
    for (const each of plays) addPlay(mix, each);
    return mix.map((value) => Math.tanh(value * 0.7));
  });
  return { sound, plays };
}

function plan(
  { blends, length: lengthOf }: Style,
  random: () => number,
  seconds: number,
  known: Track[],
  unknown: Track[],
): Play[] {
  const plays: Play[] = [];
  let at = 0;
  let blendIn = 0;
  while (at < seconds) {
    const isKnown = random() >= 0.2 || unknown.length === 0;
    const track = (isKnown ? known : unknown).pop();
    if (track === undefined) break;
    const playback: Playback = random() < 0.5 ? "varispeed" : "keyLock";
    const speed = Math.round((1 + (random() * 2 - 1) * 0.06) * 1_000) / 1_000;
    const blendOut = random() < 0.2 ? 0.05 : pick(random, blends);
    const length = Math.min(track.seconds / speed - 4, lengthOf(blendIn + blendOut, random()));
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

/** Returns the level of a track on its way through a blend (0 to 1). */
const fade = (part: number) => Math.max(0, part) ** 0.7;

/** Returns when a track passes -12 dB on its way in, in seconds of the set. */
export const quarterAt = ({ from, full }: Play): number => from + 0.25 ** (1 / 0.7) * (full - from);

/** Position at which each track is started: not at its first sound. */
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
    mix[first + each]! += fade(level) * ((sound[each] ?? 0) - low + bass * low);
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
