import { pitchOf } from "./ladder.ts";
import { lowerBound, type PeakTable } from "./peaks.ts";
import type { Alignment } from "./verify.ts";

/** How far from the alignment others are looked at: 10 s, some bars at any tempo. */
const rangeFrames = 640;
/** Nearer than this an alignment is the same one. */
const sameFrames = 16;
const boxBins = 1.25;

/**
 * Tells a recording from another with the same drums at the same tempo: drums match nearly as well a beat or a bar
 * earlier or later, a recording does so in one place alone (unless it is a loop).
 */
export class Echo {
  /** Coincidences of live and reference peaks, by the frames between them; the alignment is in the middle. */
  readonly #counts = new Uint32Array(2 * rangeFrames + 1);

  /** Counts live frames `from` to `to`. */
  add(live: PeakTable, reference: PeakTable, alignment: Alignment, from: number, to: number): void {
    const { speed, shift } = alignment;
    const pitch = pitchOf(alignment);
    for (let each = lowerBound(live, from); each < live.count && live.times[each]! < to; each++) {
      const time = live.times[each]! * speed + shift;
      const bin = live.bins[each]! / pitch;
      for (let other = lowerBound(reference, time - rangeFrames); other < reference.count; other++) {
        const distance = reference.times[other]! - time;
        if (distance >= rangeFrames) break;
        if (Math.abs(reference.bins[other]! - bin) <= boxBins)
          this.#counts[Math.round(distance) + rangeFrames]!++;
      }
    }
  }

  /** Coincidences at the best other alignment, as a share of those at this one: 0 to 1, above 1 if it is better. */
  get share(): number {
    return this.best.share;
  }

  /** The best other alignment: how many frames later on the reference it is. */
  get best(): { frames: number; share: number } {
    let best = 0;
    for (let place = 1; place < 2 * rangeFrames; place++)
      if (Math.abs(place - rangeFrames) >= sameFrames && this.#around(place) > this.#around(best))
        best = place;
    return { frames: best - rangeFrames, share: this.#around(best) / Math.max(1, this.#around(rangeFrames)) };
  }

  #around(place: number): number {
    if (place === 0) return 0;
    return this.#counts[place - 1]! + this.#counts[place]! + this.#counts[place + 1]!;
  }
}
