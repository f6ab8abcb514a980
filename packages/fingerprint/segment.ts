import { keyCount } from "./landmarks.ts";

/** Times of postings are kept in steps of so many frames: as exactly as votes are counted. */
const stepFrames = 4;
/** The longest axis whose times fit into three bytes: 298 hours. */
export const maxSegmentFrames = stepFrames * 2 ** 24;
/**
 * Landmarks that are in very many places say little, and most of the reading is theirs: a list so many times as long
 * as the mean of all keys is left out, unless it is short.
 */
const maxOverMean = 3;
const shortList = 128;
/**
 * Number of postings below which a table of all keys would be larger than the postings: groups of 32 keys share a
 * place.
 */
const fewPostings = 3 * keyCount;
const groupBits = 5;

/** Calls back with the key of each landmark, and with its frame from the start of the segment. */
export type EachLandmark = (call: (key: number, time: number) => void) => void;

/** Places of landmarks on an axis of time, by key; about three bytes each. */
export class Segment {
  /** Start of the postings of each key, or group of keys; one more than there are. */
  readonly #starts: Uint32Array;
  readonly #shift: number;
  /** The key of each posting within its group, in groups. */
  readonly #rest: Uint8Array | undefined;
  /** Times in steps: their lower two bytes, and the upper one. */
  readonly #low: Uint16Array;
  readonly #high: Uint8Array;
  readonly #base: number;
  #first = 0;
  #last = 0;

  /** `base`: the frame of the axis at which the segment starts. */
  constructor(base: number, forEachLandmark: EachLandmark) {
    this.#base = base;
    // Counts first, then fills: no list per key is ever made.
    const counts = new Uint32Array(keyCount);
    forEachLandmark((key) => counts[key]!++);
    const all = counts.reduce((sum, each) => sum + each, 0);
    const longest = Math.max(shortList, (maxOverMean * all) / keyCount);
    const isLeftOut = (key: number) => counts[key]! > longest;
    const starts = new Uint32Array(keyCount + 1);
    for (let key = 0; key < keyCount; key++)
      starts[key + 1] = starts[key]! + (isLeftOut(key) ? 0 : counts[key]!);
    const next = starts.slice(0, keyCount);
    const count = starts[keyCount]!;
    this.#low = new Uint16Array(count);
    this.#high = new Uint8Array(count);
    this.#shift = count < fewPostings ? groupBits : 0;
    this.#rest = this.#shift === 0 ? undefined : new Uint8Array(count);
    forEachLandmark((key, time) => {
      if (isLeftOut(key)) return;
      const place = next[key]!++;
      const step = Math.floor(time / stepFrames);
      this.#low[place] = step & 0xffff;
      this.#high[place] = step >>> 16;
      if (this.#rest !== undefined) this.#rest[place] = key & ((1 << groupBits) - 1);
    });
    this.#starts = this.#shift === 0 ? starts : groupsOf(starts);
  }

  get bytes(): number {
    const { byteLength } = this.#starts;
    return byteLength + this.#low.byteLength + this.#high.byteLength + (this.#rest?.byteLength ?? 0);
  }

  /** Returns in how many places a landmark is; `write` then writes them. */
  seek(key: number): number {
    const group = key >> this.#shift;
    let first = this.#starts[group]!;
    let last = this.#starts[group + 1]!;
    const rest = this.#rest;
    if (rest !== undefined) {
      const own = key & ((1 << groupBits) - 1);
      while (first < last && rest[first]! < own) first++;
      while (last > first && rest[last - 1]! > own) last--;
    }
    this.#first = first;
    this.#last = last;
    return last - first;
  }

  /** Writes the places (frames of the axis) less `offset` to `out`, from `at` on. */
  write(out: Uint32Array, at: number, offset: number): void {
    const low = this.#low;
    const high = this.#high;
    // The middle of a step.
    const from = this.#base + stepFrames / 2 - offset;
    for (let each = this.#first, place = at; each < this.#last; each++, place++)
      out[place] = from + stepFrames * (low[each]! | (high[each]! << 16));
  }
}

/** Keeps where the first key of each group starts. */
function groupsOf(starts: Uint32Array): Uint32Array {
  const groups = Math.ceil(keyCount / (1 << groupBits));
  const kept = new Uint32Array(groups + 1).fill(starts[keyCount]!);
  for (let group = 0; group < groups; group++) kept[group] = starts[group << groupBits]!;
  return kept;
}
