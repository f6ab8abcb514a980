import { pitchOf } from "./ladder.ts";
import { lowerBound, type PeakTable } from "./peaks.ts";
import type { Alignment } from "./verify.ts";

/** Distance from the alignment up to which others are looked at: 20 s, some bars at any tempo. */
const rangeFrames = 1_280;
/** Nearer than this an alignment is the same one. */
const sameFrames = 16;
const boxBins = 1.25;
/** The part of a reference that is taken not to repeat, where nearly all of it does: such a loop has no one place. */
const minUnlike = 0.3;

/** Another alignment: how many frames later on the reference it is, and its coincidences as a share of this one's. */
interface Place {
  frames: number;
  share: number;
}

/**
 * Tells a recording from another with the same drums at the same tempo: drums match nearly as well a beat or a bar
 * earlier or later, a recording only as well as it repeats itself.
 */
export class Echo {
  /** Coincidences of live and reference peaks, by the frames between them; the alignment is in the middle. */
  readonly #counts = new Uint32Array(2 * rangeFrames + 1);
  /** The same of the reference with itself, where it was heard. */
  readonly #own = new Uint32Array(2 * rangeFrames + 1);
  #best: Place | undefined;

  /** Counts live frames `from` to `to`. */
  add(live: PeakTable, reference: PeakTable, alignment: Alignment, from: number, to: number): void {
    const { speed, shift } = alignment;
    const pitch = pitchOf(alignment);
    this.#best = undefined;
    for (let each = lowerBound(live, from); each < live.count && live.times[each]! < to; each++)
      addAt(this.#counts, reference, live.times[each]! * speed + shift, live.bins[each]! / pitch);
    const end = to * speed + shift;
    for (let each = lowerBound(reference, from * speed + shift); each < reference.count; each++) {
      if (reference.times[each]! >= end) break;
      addAt(this.#own, reference, reference.times[each]!, reference.bins[each]!);
    }
  }

  /** The best other alignment; above 1 its share says that it is better than this one. */
  get best(): Place {
    return (this.#best ??= this.#findBest());
  }

  /**
   * The share of the best other alignment, beyond what the reference repeats of itself: 0 where the sound repeats as the
   * reference does, 1 where all that was found of it is also found at the other place.
   */
  get beyondOwn(): number {
    const { frames, share } = this.best;
    const own = around(this.#own, frames + rangeFrames) / Math.max(1, around(this.#own, rangeFrames));
    return (share - own) / Math.max(minUnlike, 1 - own);
  }

  #findBest(): Place {
    const counts = this.#counts;
    let [best, most] = [0, 0];
    for (let place = 1; place < 2 * rangeFrames; place++) {
      const here = around(counts, place);
      if (here > most && Math.abs(place - rangeFrames) >= sameFrames) [best, most] = [place, here];
    }
    return { frames: best - rangeFrames, share: most / Math.max(1, around(counts, rangeFrames)) };
  }
}

/** Returns the count at a place and its neighbours. */
function around(counts: Uint32Array, place: number): number {
  if (place === 0) return 0;
  return counts[place - 1]! + counts[place]! + counts[place + 1]!;
}

/** Counts the reference's peaks at a frequency (bins), by the frames from `time` (frames of the reference) to them. */
function addAt(counts: Uint32Array, reference: PeakTable, time: number, bin: number): void {
  const { times, bins, count } = reference;
  for (let other = lowerBound(reference, time - rangeFrames); other < count; other++) {
    const distance = times[other]! - time;
    if (distance >= rangeFrames) break;
    if (Math.abs(bins[other]! - bin) <= boxBins) counts[Math.round(distance) + rangeFrames]!++;
  }
}
