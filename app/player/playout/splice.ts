/**
 * Places at which sound can be cut or repeated without being heard: where it resembles itself a little later, as each
 * period of a tone or a voice does, or where it is almost silent. Pitch stays as it is.
 */
import { sampleRate } from "./chunk.ts";
import { halfTaps } from "./resampler.ts";
import { coarseStep, type SoundRing } from "./ring.ts";

const coarseRate = sampleRate / coarseStep;
/** Length of the compared sound, and of the cross-fade: 10 ms. */
export const windowFrames = sampleRate / 100;
const window = windowFrames / coarseStep;
/** Shortest and longest cut, ms. */
const minMs = 8;
const maxMs = 60;
const shortest = (minMs * coarseRate) / 1_000;
const longest = (maxMs * coarseRate) / 1_000;
/** Below this power (-50 dB) a cut is not heard anywhere. */
const quietPower = 1e-5;
/** A longer cut is taken where it is almost as good: fewer are needed. */
const goodEnough = 0.02;

/** Time between two splices, ms. */
const restMs = 150;
/** Time between two searches, ms: each costs the audio thread as much as some blocks of sound. */
const searchMs = 20;
/** Time without a search after which the next one begins anew. */
const forgetMs = 500;
/** Likeness (1: the same) that a place must have at first; the longer none is found, the less is asked. */
const bestLikeness = 0.95;
const leastLikeness = 0.5;
const easedPerMs = 0.0003;

/** Finds the places, and takes its time between them. */
export class Splicer {
  readonly #coarse = new Float32Array(window + longest);
  #readyAt = 0;
  #searchedAt = Number.NEGATIVE_INFINITY;
  /** Start of the present search. */
  #since = 0;

  /**
   * Returns where to go on instead of `position`, at most `ms` later, or earlier where it is negative, but not before
   * `oldest`; null: nowhere yet. `nowMs`: rendered time.
   */
  find(
    ring: SoundRing,
    { position, oldest }: { position: number; oldest: number },
    ms: number,
    nowMs: number,
  ): number | null {
    const most = Math.min(longest, Math.floor((Math.abs(ms) * coarseRate) / 1_000));
    if (nowMs < Math.max(this.#readyAt, this.#searchedAt + searchMs) || most < shortest) return null;
    if (nowMs - this.#searchedAt > forgetMs) this.#since = nowMs;
    this.#searchedAt = nowMs;
    const isCut = ms > 0;
    const from = isCut ? position : position - most * coarseStep;
    const end = from + (most + window) * coarseStep;
    if (from < Math.max(oldest, ring.oldestAfter(0)) + halfTaps || end > ring.written) return null;
    const sound = ring.coarse(from, this.#coarse.subarray(0, window + most));
    const best = findLikest(sound, most, isCut);
    const asked = Math.max(leastLikeness, bestLikeness - (nowMs - this.#since) * easedPerMs);
    if (best.likeness < asked) return null;
    this.#readyAt = nowMs + restMs;
    this.#since = this.#readyAt;
    return isCut ? position + best.by * coarseStep : position - best.by * coarseStep;
  }
}

/** The distance (in coarse samples) at which the sound is most like that at the position. */
function findLikest(sound: Float32Array, most: number, isCut: boolean): { by: number; likeness: number } {
  // A cut compares what is next with what is later; a repetition compares it with what was before.
  const origin = isCut ? 0 : most;
  const own = powerOf(sound, origin);
  let best = { by: shortest, likeness: -1 };
  for (let by = shortest; by <= most; by++) {
    const likeness = likenessOf(sound, origin, isCut ? by : most - by, own);
    if (likeness > best.likeness - goodEnough) best = { by, likeness: Math.max(likeness, best.likeness) };
  }
  return best;
}

function likenessOf(sound: Float32Array, a: number, b: number, ownPower: number): number {
  const power = powerOf(sound, b);
  if (ownPower < quietPower * window && power < quietPower * window) return 1;
  let product = 0;
  for (let i = 0; i < window; i++) product += (sound[a + i] ?? 0) * (sound[b + i] ?? 0);
  return product / Math.sqrt(Math.max(ownPower * power, 1e-12));
}

function powerOf(sound: Float32Array, from: number): number {
  let sum = 0;
  for (let i = from; i < from + window; i++) sum += (sound[i] ?? 0) ** 2;
  return sum;
}
