import { pitchOf, type Rung } from "./ladder.ts";
import type { LandmarkIndex } from "./landmark-index.ts";
import { forEachPair, toCell, toKey } from "./landmarks.ts";
import { lowerBound, Peaks, type PeakTable } from "./peaks.ts";

/** A possible place of live sound on a reference: reference time = live time × speed + shift (frames). */
export interface Candidate extends Rung {
  reference: string;
  shift: number;
  /** Landmarks that agree. */
  votes: number;
}

/** The pairs of the live peaks that are looked up: those whose marks, of those in `mask`, are `wanted`. */
export interface Choice {
  mask: number;
  wanted: number;
  /** Second peaks of each first one. */
  fanOut: number;
}

/** Widest change of speed that pairs are made for. */
const maxStretch = 1.17;
/** Votes within so many frames count together. */
const voteFrames = 4;
const minVotes = 5;
const maxCandidates = 24;
const maxPerReference = 3;

/** A piece of live sound whose landmarks can be looked up at any assumed speed. */
export class Query {
  readonly #from: number;
  readonly #peaks = new Peaks();
  #first = new Uint32Array(4_096);
  #second = new Uint32Array(4_096);
  #pairs = 0;
  readonly #cells: Float64Array;
  #votes = new Uint32Array(1 << 16);
  #counts = new Uint8Array(1 << 16);

  /** `from` to `to`: frames of `live`. */
  constructor(live: PeakTable, from: number, to: number, choice: Choice) {
    this.#from = from;
    for (let each = lowerBound(live, from); each < live.count && live.times[each]! < to; each++)
      if ((live.marks[each]! & choice.mask) === choice.wanted)
        this.#peaks.push(live.times[each]! - from, live.bins[each]!, 0);
    this.#cells = new Float64Array(this.#peaks.count);
    const all = { fanOut: choice.fanOut, mask: 0, wanted: 0, stretch: maxStretch };
    forEachPair(this.#peaks, all, (first, second) => this.#addPair(first, second));
  }

  /** Returns the alignments that most landmarks agree on, best first. */
  search(index: LandmarkIndex, rungs: readonly Rung[]): Candidate[] {
    const found: Candidate[] = [];
    for (const rung of rungs) this.#vote(index, rung, found);
    return best(found);
  }

  #addPair(first: number, second: number): void {
    if (this.#pairs === this.#first.length) {
      this.#first = doubled(this.#first);
      this.#second = doubled(this.#second);
    }
    this.#first[this.#pairs] = first;
    this.#second[this.#pairs++] = second;
  }

  #vote(index: LandmarkIndex, rung: Rung, found: Candidate[]): void {
    const count = this.#collect(index, rung);
    const size = this.#counts.length;
    const mask = size - 1;
    const counts = this.#counts.fill(0);
    const votes = this.#votes;
    // Places share slots: this is quick, and the few that seem full are counted exactly.
    for (let each = 0; each < count; each++) {
      const slot = Math.floor(votes[each]! / voteFrames) & mask;
      if (counts[slot]! < 255) counts[slot]!++;
    }
    const limit = minVotes + Math.ceil((4 * count) / size);
    const exact = new Map<number, number>();
    for (let each = 0; each < count; each++) {
      const place = Math.floor(votes[each]! / voteFrames);
      const here = counts[place & mask]!;
      if (here + counts[(place + 1) & mask]! >= limit || here + counts[(place - 1) & mask]! >= limit)
        exact.set(place, (exact.get(place) ?? 0) + 1);
    }
    for (const [place, here] of exact) {
      const sum = here + (exact.get(place + 1) ?? 0);
      if (sum < minVotes || sum < (exact.get(place - 1) ?? 0) + here) continue;
      const time = (place + (sum > here ? 1 : 0.5)) * voteFrames;
      const placed = index.at(time);
      if (placed === undefined) continue;
      const shift = time - placed.base - this.#from * rung.speed;
      found.push({ ...rung, reference: placed.reference.id, shift, votes: sum });
    }
  }

  /** Writes the place of each agreement as if the query's start were there; returns their number. */
  #collect(index: LandmarkIndex, rung: Rung): number {
    const { times, bins, count } = this.#peaks;
    const cells = this.#cells;
    const { speed } = rung;
    const pitch = pitchOf(rung);
    for (let each = 0; each < count; each++) cells[each] = toCell(bins[each]! / pitch);
    let written = 0;
    for (let pair = 0; pair < this.#pairs; pair++) {
      const first = this.#first[pair]!;
      const second = this.#second[pair]!;
      const key = toKey(cells[first]!, cells[second]!, (times[second]! - times[first]!) * speed);
      if (key < 0) continue;
      const time = Math.round(times[first]! * speed);
      for (const segment of index.segments) {
        const places = segment.seek(key);
        if (places === 0) continue;
        while (written + places > this.#votes.length) this.#growVotes();
        segment.write(this.#votes, written, time);
        written += places;
      }
    }
    return written;
  }

  #growVotes(): void {
    this.#votes = doubled(this.#votes);
    this.#counts = new Uint8Array(this.#votes.length);
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** The candidates with most votes; of one reference a few, because its parts resemble each other. */
function best(found: Candidate[]): Candidate[] {
  const perReference = new Map<string, Candidate[]>();
  const chosen: Candidate[] = [];
  for (const each of found.toSorted((a, b) => b.votes - a.votes)) {
    const same = perReference.get(each.reference) ?? [];
    if (same.length >= maxPerReference || same.some((other) => isNear(each, other))) continue;
    perReference.set(each.reference, [...same, each]);
    if (chosen.push(each) === maxCandidates) break;
  }
  return chosen;
}

const isNear = (a: Candidate, b: Candidate) =>
  a.playback === b.playback &&
  Math.abs(a.speed - b.speed) < 0.013 &&
  Math.abs(a.transposed - b.transposed) < 0.013 &&
  Math.abs(a.shift - b.shift) < 900 * 0.013 + 8;
