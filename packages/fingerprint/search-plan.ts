import type { Lane } from "./finder.ts";
import { explained, lowerBound, type PeakTable, strong } from "./peaks.ts";
import { framesPerSecond } from "./scale.ts";
import type { Thresholds } from "./thresholds.ts";
import { evidenceOf, type Tracked } from "./tracker.ts";

/** Sound before the first search, and between searches while nothing is known. */
const firstFrames = 5 * framesPerSecond;
const unknownFrames = 4 * framesPerSecond;
/**
 * Times between searches beside a known track: while more is unexplained than before, and anyway. While much is
 * unexplained the second is half as long as the track is known: of two tracks that begin at once, the weaker one is
 * found too.
 */
const risenFrames = 5 * framesPerSecond;
const knownFrames = 30 * framesPerSecond;
/** Share of the strong peaks that a track alone leaves unexplained: 0.1 to 0.4. */
const muchUnexplained = 0.3;
/** Increase of the unexplained share of strong peaks that starts a search. */
const rise = 0.1;
/** Time between searches at far speeds, and half of it later at oblique ones, while nothing is known. */
const slowFrames = 60 * framesPerSecond;
/** Time over which the unexplained share is taken. */
const spanFrames = 6 * framesPerSecond;

/** Decides when to search, and for what: rarely while everything heard is known. */
export class SearchPlan {
  #searchedAt = 0;
  #slowAt = 0;
  #obliqueAt = -slowFrames / 2;
  #turn = 0;
  /** The unexplained share while the present tracks sounded clearest. */
  #usual = 1;
  /** Number of tracks that are present, and since when. */
  #present = 0;
  #presentSince = 0;

  /** Returns how to search now (frames), if at all; `oblique` only where there are suspects. */
  due(
    now: number,
    live: PeakTable,
    tracks: readonly Tracked[],
    thresholds: Thresholds,
    hasSuspects: boolean,
  ): Lane | undefined {
    if (now < firstFrames) return;
    const present = tracks.filter(
      (each) => each.follower.isPresent && evidenceOf(each).excess >= thresholds.possibleExcess,
    );
    const since = now - this.#searchedAt;
    if (present.length !== this.#present) this.#presentSince = now;
    this.#present = present.length;
    if (present.length === 0) {
      this.#usual = 1;
      if (since < unknownFrames) return;
      this.#searchedAt = now;
      if (now - this.#slowAt >= slowFrames) {
        this.#slowAt = now;
        return "slow";
      }
      if (hasSuspects && now - this.#obliqueAt >= slowFrames) {
        this.#obliqueAt = now;
        return "oblique";
      }
      return this.#turn++ % 2 === 0 ? "quick" : "dense";
    }
    this.#slowAt = now;
    this.#obliqueAt = now - slowFrames / 2;
    const unexplained = unexplainedShare(live, now);
    this.#usual = Math.min(unexplained, this.#usual + 0.002);
    if (since < this.#pause(now, unexplained)) return;
    this.#searchedAt = now;
    return "unexplained";
  }

  #pause(now: number, unexplained: number): number {
    if (unexplained > this.#usual + rise) return risenFrames;
    if (unexplained < muchUnexplained) return knownFrames;
    return Math.max(risenFrames, Math.min(knownFrames, (now - this.#presentSince) / 2));
  }
}

function unexplainedShare(live: PeakTable, now: number): number {
  let [all, known] = [0, 0];
  for (let each = lowerBound(live, now - spanFrames); each < live.count && live.times[each]! < now; each++) {
    if ((live.marks[each]! & strong) === 0) continue;
    all++;
    if ((live.marks[each]! & explained) !== 0) known++;
  }
  return all === 0 ? 0 : 1 - known / all;
}
