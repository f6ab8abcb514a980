/**
 * Detects one short piece of sound that plays over and over, as when a driver hangs and its buffer is read again and
 * again. Music repeats too, but not like this: a beat is longer than a quarter of a second, and held notes move.
 */
import { framesPerPoint, meterFormat, windowMs } from "./level-meter.ts";

const pointsPerMs = meterFormat.sampleRate / framesPerPoint / 1_000;
const windowPoints = windowMs * pointsPerMs;
/** Driver buffers hold less than this. */
const longestMs = 250;
/** A shorter loop is a tone, and cannot be distinguished from one that is intended. */
const shortestMs = 5;
/** The newest sound is searched for this far back: held notes that sound alike at first have moved by then. */
const nearestMs = 3_000;
/** Wide enough for two repetitions of the longest loop. */
const searchedMs = 2 * longestMs;
const keptPoints = (nearestMs + searchedMs + windowMs) * pointsPerMs;
/**
 * Difference, as a share of the energy, below which a place is examined more closely, and below which it is the same
 * sound.
 */
const similar = 0.6;
const same = 0.12;
/** A loop keeps one level: sound that swells or fades by more dB than this is not one. */
const steadyDb = 2;
const audibleDb = -50;
const steadyWindows = (nearestMs + windowMs) / windowMs;
/**
 * A held chord of plain tones repeats as exactly, but has few overtones: in a loop at least this many hold most of the
 * energy.
 */
const minOvertones = 6;
const maxOfEnergy = 0.9;
/** Every so many points are compared first, to see cheaply that two places differ. */
const glanceStep = 16;

export class LoopDetector {
  #points = new Float32Array(keptPoints);
  #levels: number[] = [];
  #isTurn = false;
  #last: number | null = null;
  #found: number | null = null;

  /**
   * Takes the next half second and its level (dBFS). Returns the length of the loop that is heard, ms, or null.
   * Analyses once a second, and only sound of a steady level: even then it costs less than 0.1 % of a core.
   */
  push(outline: Float32Array, rmsDb: number): number | null {
    this.#points.copyWithin(0, windowPoints);
    this.#points.set(outline, keptPoints - windowPoints);
    this.#levels.push(rmsDb);
    if (this.#levels.length > steadyWindows) this.#levels.shift();
    this.#isTurn = !this.#isTurn;
    if (!this.#isTurn) return this.#found;
    const heard = this.#isSteady() ? findLoop(slopeOf(this.#points)) : null;
    // The start and the end of a loop both have to be seen twice in a row.
    if ((heard === null) === (this.#last === null)) this.#found = heard;
    this.#last = heard;
    return this.#found;
  }

  #isSteady(): boolean {
    const quietest = Math.min(...this.#levels);
    return (
      this.#levels.length === steadyWindows &&
      quietest > audibleDb &&
      Math.max(...this.#levels) - quietest <= steadyDb
    );
  }
}

/**
 * The slope of the wave, smoothed. Treble counts as much in it as bass (in the wave itself a drum would outweigh
 * everything else), but not frequencies so high that the sound between two points could not be interpolated.
 */
function slopeOf(points: Float32Array): Float32Array {
  const slope = new Float32Array(points.length);
  for (let index = 3; index < points.length; index++)
    slope[index] =
      (points[index] ?? 0) + (points[index - 1] ?? 0) - (points[index - 2] ?? 0) - (points[index - 3] ?? 0);
  return slope;
}

/** The distance between places in the past where the newest quarter second was heard before, ms. */
function findLoop(slope: Float32Array): number | null {
  const length = longestMs * pointsPerMs;
  const start = slope.length - length;
  const energy = energyOf(slope, start);
  if (energy === 0) return null;

  const nearest = nearestMs * pointsPerMs;
  const farthest = nearest + searchedMs * pointsPerMs;
  let before = Number.POSITIVE_INFINITY;
  let here = difference(slope, start, nearest - 1, similar * energy);
  let lastMatch: number | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (let lag = nearest; lag <= farthest; lag++) {
    const after = difference(slope, start, lag, similar * energy);
    // A local minimum: a loop is rarely a whole number of points, so the positions between them are tried as well.
    if (here < before && here <= after && isSameNear(slope, start, lag - 1, energy)) {
      if (lastMatch !== undefined) shortest = Math.min(shortest, lag - 1 - lastMatch);
      lastMatch = lag - 1;
    }
    before = here;
    here = after;
  }
  const loopMs = shortest / pointsPerMs;
  const isLoop = loopMs >= shortestMs && loopMs <= longestMs && isRich(slope, start, shortest);
  return isLoop ? loopMs : null;
}

/** Whether the loop's sound consists of many of its overtones. */
function isRich(slope: Float32Array, start: number, loopPoints: number): boolean {
  const repeats = Math.floor((slope.length - start) / loopPoints);
  const end = start + Math.round(repeats * loopPoints);
  const energies: number[] = [];
  for (let overtone = 1; overtone < loopPoints / 2; overtone++) {
    const turn = (2 * Math.PI * overtone) / loopPoints;
    // The Goertzel algorithm: the energy at one frequency from two running numbers.
    const coefficient = 2 * Math.cos(turn);
    let last = 0;
    let before = 0;
    for (let index = start; index < end; index++) {
      const next = (slope[index] ?? 0) + coefficient * last - before;
      before = last;
      last = next;
    }
    energies.push(last * last + before * before - coefficient * last * before);
  }
  const total = energies.reduce((sum, energy) => sum + energy, 0);
  const strongest = energies.sort((a, b) => b - a).slice(0, minOvertones - 1);
  return strongest.reduce((sum, energy) => sum + energy, 0) < maxOfEnergy * total;
}

function energyOf(points: Float32Array, start: number): number {
  let sum = 0;
  for (let index = start; index < points.length; index++) sum += (points[index] ?? 0) ** 2;
  return sum;
}

/**
 * The difference between the newest sound and the sound `lag` points earlier; infinite as soon as it exceeds `limit`.
 */
function difference(slope: Float32Array, start: number, lag: number, limit: number): number {
  let glance = 0;
  for (let index = start; index < slope.length; index += glanceStep)
    glance += ((slope[index] ?? 0) - (slope[index - lag] ?? 0)) ** 2;
  // Sounds that have nothing in common differ by twice their energy.
  if (glance * glanceStep > 2 * limit) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let index = start; index < slope.length; index++) {
    const apart = (slope[index] ?? 0) - (slope[index - lag] ?? 0);
    sum += apart * apart;
    if (sum > limit) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function isSameNear(slope: Float32Array, start: number, lag: number, energy: number): boolean {
  for (let shift = -0.5; shift <= 0.5; shift += 0.125)
    if (differenceBetween(slope, start, lag, shift) < same * energy) return true;
  return false;
}

/** The same for a position between two points, by cubic interpolation of four of them (Catmull-Rom). */
function differenceBetween(slope: Float32Array, start: number, lag: number, shift: number): number {
  const t = Math.abs(shift);
  const step = shift < 0 ? 1 : -1;
  const a = ((2 - t) * t - 1) * t * 0.5;
  const b = ((3 * t - 5) * t * t + 2) * 0.5;
  const c = ((4 - 3 * t) * t + 1) * t * 0.5;
  const d = (t - 1) * t * t * 0.5;
  let sum = 0;
  for (let index = start; index < slope.length; index++) {
    const at = index - lag;
    const then =
      a * (slope[at - step] ?? 0) +
      b * (slope[at] ?? 0) +
      c * (slope[at + step] ?? 0) +
      d * (slope[at + 2 * step] ?? 0);
    sum += ((slope[index] ?? 0) - then) ** 2;
  }
  return sum;
}
