import { Echo } from "./echo.ts";
import type { Evidence } from "./line.ts";
import type { PeakTable } from "./peaks.ts";
import { framesPerSecond } from "./scale.ts";
import { type Alignment, chanceOf, fit, match, refit } from "./verify.ts";

/** Live sound is followed in blocks of about a second. */
export const blockFrames = 64;
const blockSeconds = blockFrames / framesPerSecond;
/** Blocks over which the alignment is corrected: records drift, and performers ride the pitch. */
const fitBlocks = 6;
/** Blocks without support after which a line has ended. */
const lostBlocks = 8;
/** Blocks without a gain after which no earlier start is looked for. */
const edgeBlocks = 12;
/** Sound over which two places on a reference are compared, and how many times as many peaks the better one must have. */
const comparedFrames = 10 * framesPerSecond;
const clearlyMore = 1.1;
/** Points that the speed is fitted to. */
const maxPoints = 40;
/** Minimum share of chance: where a reference is silent or monotonous the measured one would be 0. */
const minChance = 0.01;

export interface MeasuredSpeed {
  speed: number;
  blocks: number;
}

interface Block {
  block: number;
  expected: number;
  hits: number;
  chance: number;
  /** The reference's time in its middle, in frames. */
  reference: number;
  /** Frames of the first and last hit. */
  first: number;
  last: number;
}

/** Follows one reference through live sound, backwards from where it was found and then forwards. */
export class Follower {
  readonly reference: string;
  /** Places of the live peaks that the newest block matched. */
  matched: number[] = [];
  /** Frames from the first to the last matching peak. */
  readonly from: number;
  to: number;
  readonly #peaks: PeakTable;
  #alignment: Alignment;
  /** The newest blocks, oldest first: two are waiting for the next to be judged. */
  #recent: Block[] = [];
  #next: number;
  #unsupported = 0;
  /** Distance of the sum of gains below its highest. */
  #drop = 0;
  readonly #echo = new Echo();
  #sums = { expected: 0, hits: 0, chance: 0, blocks: 0 };
  /** Blocks in which little of the reference was heard, and those of them that had a known reason. */
  #low = { blocks: 0, disturbed: 0 };
  #points: { live: number; reference: number }[] = [];

  /** `from` to `to`: the live frames in which it was found; it is not looked for before `notBefore`. */
  constructor(
    reference: string,
    peaks: PeakTable,
    live: PeakTable,
    found: Alignment,
    [from, to]: readonly [number, number],
    notBefore = 0,
  ) {
    this.reference = reference;
    this.#peaks = peaks;
    const start = fit(live, peaks, found, from, to);
    const newest = Math.floor(to / blockFrames) - 1;
    this.#alignment = start;
    const past = this.#trace(live, newest, notBefore);
    this.#alignment = start;
    this.#next = newest + 1;
    // Where the sound has only begun, no whole block of it is behind.
    this.from = past.at(-1)?.first ?? Math.max(from, live.times[0] ?? from);
    this.to = past[0]?.last ?? to;
    // The oldest block has no neighbour before it.
    this.#recent = [{ block: 0, expected: 0, hits: 0, chance: 0, reference: 0, first: 0, last: 0 }];
    for (const block of past.toReversed()) this.#take(block);
  }

  get alignment(): Alignment {
    return this.#alignment;
  }

  get playback() {
    return this.#alignment.playback;
  }

  /** The speed over the last 40 s. */
  get speed(): number {
    return this.measuredSpeed?.speed ?? this.#alignment.speed;
  }

  /** The same, with over how many blocks it was measured; undefined where these are too few. */
  get measuredSpeed(): MeasuredSpeed | undefined {
    const speed = slopeOf(this.#points);
    return speed === undefined ? undefined : { speed, blocks: this.#points.length };
  }

  get isLost(): boolean {
    return this.#unsupported >= lostBlocks;
  }

  /** Whether the newest judged second had it. */
  get isPresent(): boolean {
    return this.#unsupported === 0;
  }

  get evidence(): Evidence {
    const { expected, hits, chance, blocks } = this.#sums;
    return {
      seconds: blocks * blockSeconds,
      share: hits / Math.max(1, expected),
      chance: chance / Math.max(1, expected),
      excess: hits - chance,
      disturbed: this.#low.disturbed / Math.max(1, this.#low.blocks),
      echo: this.#echo.beyondOwn,
    };
  }

  /** Notes of the newest block that little of the reference was heard, and whether something known hid the rest. */
  noteDisturbed(isDisturbed: boolean): void {
    this.#low.blocks++;
    if (isDisturbed) this.#low.disturbed++;
  }

  /**
   * Returns another place on the reference where clearly more of it was heard in the last 10 s, if there is one: music
   * repeats itself, and the first bar that was found is not always the one that is played.
   */
  findBetterPlace(live: PeakTable, now: number): Alignment | undefined {
    const { frames, share } = this.#echo.best;
    if (share <= 1 || !this.isPresent) return undefined;
    const from = Math.max(0, now - comparedFrames);
    const hitsAt = (alignment: Alignment) => match(live, this.#peaks, alignment, from, now).hits;
    const other = { ...this.#alignment, shift: this.#alignment.shift + frames };
    const fitted = fit(live, this.#peaks, other, from, now);
    return hitsAt(fitted) > clearlyMore * hitsAt(this.#alignment) ? fitted : undefined;
  }

  /** Returns a follower at another place on the reference, traced back from live frame `now` but not before another. */
  at(place: Alignment, live: PeakTable, now: number, notBefore?: number): Follower {
    const from = Math.max(0, now - comparedFrames);
    return new Follower(this.reference, this.#peaks, live, place, [from, now], notBefore);
  }

  /** Follows up to a live frame. */
  advance(live: PeakTable, to: number): void {
    for (; (this.#next + 1) * blockFrames <= to; this.#next++) {
      const end = (this.#next + 1) * blockFrames;
      if (this.#unsupported < 2)
        this.#alignment = refit(live, this.#peaks, this.#alignment, end - fitBlocks * blockFrames, end);
      this.matched = [];
      this.#take(this.#measure(live, this.#next, this.matched));
    }
  }

  /** Returns blocks from `newest` backwards to where the reference begins to be heard. */
  #trace(live: PeakTable, newest: number, notBefore: number): Block[] {
    const blocks: Block[] = [];
    const oldest = Math.ceil(Math.max(notBefore, live.times[0] ?? 0) / blockFrames);
    let isClear = true;
    let [sum, highest, length] = [0, 0, 0];
    for (let block = newest; block >= oldest && blocks.length - length < edgeBlocks; block--) {
      const start = block * blockFrames;
      const end = start + fitBlocks * blockFrames;
      if (isClear) this.#alignment = refit(live, this.#peaks, this.#alignment, start, end);
      const measured = this.#measure(live, block);
      blocks.push(measured);
      isClear = blocks.length < 3 || isSupported(blocks.slice(-3));
      sum += gainOf(measured);
      if (sum > highest) [highest, length] = [sum, blocks.length];
    }
    return blocks.slice(0, Math.max(2, length));
  }

  #measure(live: PeakTable, block: number, matched?: number[]): Block {
    const from = block * blockFrames;
    const to = from + blockFrames;
    this.#echo.add(live, this.#peaks, this.#alignment, from, to);
    const hitTimes: number[] = [];
    const note = (place: number) => {
      matched?.push(place);
      hitTimes.push(live.times[place]!);
    };
    const { expected, hits } = match(live, this.#peaks, this.#alignment, from, to, note);
    const chance = Math.max(minChance, chanceOf(live, this.#peaks, this.#alignment, from, to));
    const reference = (from + blockFrames / 2) * this.#alignment.speed + this.#alignment.shift;
    return {
      block,
      expected,
      hits,
      chance,
      reference,
      first: hitTimes[0] ?? from,
      last: hitTimes.at(-1) ?? to,
    };
  }

  /** Moves the end to a block up to which there was more of the reference than before. */
  #extend(block: Block): void {
    this.#drop = Math.max(0, this.#drop - gainOf(block));
    if (this.#drop === 0 && block.hits > 0 && block.last > this.to) this.to = block.last;
  }

  /** Judges the block before the newest, now that both its neighbours are known. */
  #take(block: Block): void {
    this.#extend(block);
    this.#recent.push(block);
    if (this.#recent.length > 3) this.#recent.shift();
    const judged = this.#recent.at(-2);
    if (judged === undefined || this.#recent.length < 3) return;
    if (!isSupported(this.#recent)) {
      this.#unsupported++;
      return;
    }
    this.#unsupported = 0;
    const sums = this.#sums;
    sums.expected += judged.expected;
    sums.hits += judged.hits;
    sums.chance += judged.expected * judged.chance;
    sums.blocks++;
    this.#points.push({ live: (judged.block + 0.5) * blockFrames, reference: judged.reference });
    if (this.#points.length > maxPoints) this.#points.shift();
  }
}

/**
 * Returns how far a block's matches are above a little more than chance: their sum is highest where a track begins and
 * ends. A higher bar (1.8 times chance) found long blends later: they begin nearly silent.
 */
function gainOf({ expected, hits, chance }: Block): number {
  return hits - expected * Math.max(1.45 * chance, chance + 0.022);
}

/** Whether together the blocks have more of the reference than chance would give once in about a thousand. */
function isSupported(blocks: readonly Block[]): boolean {
  const expected = blocks.reduce((sum, block) => sum + block.expected, 0);
  const hits = blocks.reduce((sum, block) => sum + block.hits, 0);
  const chance = blocks.reduce((sum, block) => sum + block.expected * block.chance, 0);
  if (expected < 6) return false;
  const spread = Math.sqrt(chance * (1 - chance / expected));
  return hits >= chance + 3 * spread + 2 && hits >= 2 * chance;
}

function slopeOf(points: readonly { live: number; reference: number }[]): number | undefined {
  if (points.length < 4) return;
  const [x, y] = [mean(points.map(({ live }) => live)), mean(points.map(({ reference }) => reference))];
  let [above, below] = [0, 0];
  for (const { live, reference } of points) {
    above += (live - x) * (reference - y);
    below += (live - x) ** 2;
  }
  return above / below;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
