import { noteDisturbances } from "./disturbance.ts";
import type { Found } from "./finder.ts";
import { blockFrames, Follower, type MeasuredSpeed } from "./follow.ts";
import type { LandmarkIndex } from "./landmark-index.ts";
import { type Certainty, certaintyOf, type Evidence } from "./line.ts";
import { explained, type Peaks } from "./peaks.ts";
import { Rivals } from "./rivals.ts";
import { framesPerSecond } from "./scale.ts";
import type { Thresholds } from "./thresholds.ts";

/** Frames across which a track goes on: 90 s. */
const maxGapFrames = 90 * framesPerSecond;
const maxSpeedChange = 0.005;
const maxTracks = 10;
/** Interval at which better places on the references are looked for. */
const moveEveryFrames = 4 * blockFrames;
/** A version is no mere candidate, and heard for at least this part of the time: what has the same drums for a few bars is none. */
const versionTime = 0.5;

/** A reference that is or was heard, with the stretches in which it was followed. */
export interface Tracked {
  id: number;
  reference: string;
  follower: Follower;
  /** Stretches before the one that is followed: their evidence, and where they ended. */
  before: { evidence: Evidence; end: End } | undefined;
  /** Frame at which it was first heard. */
  from: number;
  /** Speed of the replaced follower that was measured over the longest time. */
  measuredSpeed?: MeasuredSpeed | undefined;
}

/** The place where a track was heard last: the live frame, and the frame of the reference. */
export interface End {
  to: number;
  position: number;
}

/** Follows several references at once, and tells blends from versions. */
export class Tracker {
  #tracks: Tracked[] = [];
  readonly #rivals = new Rivals();
  #nextId = 1;

  get tracks(): readonly Tracked[] {
    return this.#tracks;
  }

  /** Starts to follow what was found in live frames `from` to `to`. */
  start(
    index: LandmarkIndex,
    live: Peaks,
    { reference, alignment }: Found,
    [from, to]: readonly [number, number],
    thresholds: Thresholds,
  ): void {
    const placed = index.find(reference);
    if (placed === undefined) return;
    const { speed } = alignment;
    const earlier = this.#tracks.find(
      (each) => each.reference === reference && Math.abs(each.follower.speed - speed) <= maxSpeedChange,
    );
    const notBefore = earlier?.follower.to;
    const peaks = index.peaksOf(placed);
    const follower = new Follower(reference, peaks, live, alignment, [from, to], notBefore);
    if (earlier !== undefined) {
      this.#rivals.replace(earlier.follower, follower);
      keepSpeed(earlier);
      earlier.before = { evidence: evidenceOf(earlier), end: endOf(earlier, thresholds) };
      earlier.follower = follower;
      return;
    }
    this.#makeRoom(follower.evidence.excess, thresholds);
    if (this.#tracks.length < maxTracks)
      this.#tracks.push({ id: this.#nextId++, reference, follower, before: undefined, from: follower.from });
  }

  /** Gives up the weakest track if all places are taken, nobody was told of it, and it is weaker than what comes. */
  #makeRoom(excess: number, thresholds: Thresholds): void {
    if (this.#tracks.length < maxTracks) return;
    const weakest = this.#tracks.toSorted((a, b) => evidenceOf(a).excess - evidenceOf(b).excess)[0];
    if (weakest === undefined || evidenceOf(weakest).excess >= excess) return;
    if (certaintyOf(evidenceOf(weakest), thresholds) === "candidate") this.remove([weakest]);
  }

  /** Follows everything up to a live frame, a block at a time. */
  advance(live: Peaks, blockEnd: number, thresholds: Thresholds): void {
    if (blockEnd % moveEveryFrames === 0)
      for (const tracked of this.#tracks) this.#move(tracked, live, blockEnd);
    const ranked = this.#tracks.toSorted((a, b) => evidenceOf(b).excess - evidenceOf(a).excess);
    for (const { follower } of ranked) {
      follower.matched = [];
      if (!follower.isLost) follower.advance(live, blockEnd);
    }
    for (const [place, { follower }] of ranked.entries())
      for (const { follower: other } of ranked.slice(place + 1)) this.#rivals.note(follower, other);
    const heard = ranked.map((each) => ({ follower: each.follower, evidence: evidenceOf(each) }));
    for (const { follower, evidence } of heard)
      if (certaintyOf(evidence, thresholds) !== "candidate")
        for (const place of follower.matched) live.marks[place]! |= explained;
    noteDisturbances(heard, this.#rivals, live, blockEnd, thresholds);
  }

  /** Goes on with a track at another place on its reference, if more of it is heard there. */
  #move(tracked: Tracked, live: Peaks, now: number): void {
    const { follower, before } = tracked;
    const better = follower.findBetterPlace(live, now);
    if (better === undefined) return;
    const moved = follower.at(better, live, now, before?.end.to);
    if (moved.evidence.excess < follower.evidence.excess) return;
    this.#rivals.replace(follower, moved);
    keepSpeed(tracked);
    tracked.follower = moved;
    if (before === undefined) tracked.from = moved.from;
  }

  /** Removes and returns tracks that ended longer than a gap ago, and candidates that came to nothing. */
  removeEnded(now: number, thresholds: Thresholds): Tracked[] {
    const ended = this.#tracks.filter((tracked) => {
      if (!tracked.follower.isLost) return false;
      const isCandidate = certaintyOf(evidenceOf(tracked), thresholds) === "candidate";
      return isCandidate || now - tracked.follower.to > maxGapFrames;
    });
    return this.remove(ended);
  }

  remove(ended: readonly Tracked[]): Tracked[] {
    this.#tracks = this.#tracks.filter((each) => !ended.includes(each));
    for (const { follower } of ended) this.#rivals.forget(follower);
    return [...ended];
  }

  /**
   * Returns how certain a track is, and the references that explain the same sound nearly as well. A suspect, which
   * anybody may have brought, makes nothing less certain that the stream's own list knows.
   */
  judge(
    tracked: Tracked,
    thresholds: Thresholds,
    isSuspect: (reference: string) => boolean,
  ): { certainty: Certainty; versions: string[] } {
    const evidence = evidenceOf(tracked);
    const certainty = certaintyOf(evidence, thresholds);
    const others = this.#tracks.filter(
      (each) => each !== tracked && (isSuspect(tracked.reference) || !isSuspect(each.reference)),
    );
    if (others.some(({ follower }) => this.#rivals.isWithin(tracked.follower, follower)))
      return { certainty: "candidate", versions: [] };
    const versions = others
      .filter(
        (other) =>
          this.#rivals.isVersion(tracked.follower, other.follower, 1 / thresholds.namedOverNext) &&
          certaintyOf(evidenceOf(other), thresholds) !== "candidate" &&
          evidenceOf(other).seconds >= versionTime * evidence.seconds,
      )
      .map(({ reference }) => reference);
    return { certainty: versions.length > 0 && certainty === "named" ? "possible" : certainty, versions };
  }
}

/** Returns the evidence of all stretches of a track. */
export function evidenceOf({ before, follower }: Tracked): Evidence {
  const now = follower.evidence;
  if (before === undefined) return now;
  const { evidence: past } = before;
  const seconds = past.seconds + now.seconds;
  const mean = (a: number, b: number) => (a * past.seconds + b * now.seconds) / Math.max(1e-9, seconds);
  return {
    seconds,
    share: mean(past.share, now.share),
    chance: mean(past.chance, now.chance),
    excess: past.excess + now.excess,
    disturbed: mean(past.disturbed, now.disturbed),
    echo: mean(past.echo, now.echo),
  };
}

/** Blocks over which a speed is measured well enough: about 20 s. */
const steadyBlocks = 20;

/**
 * Returns the speed of a track. Right after it was placed at another bar only a few blocks are known there, of which some
 * are another bar's: until there are more, the speed is that of before.
 */
export function speedOf({ follower, measuredSpeed }: Tracked): number {
  const now = follower.measuredSpeed?.blocks ?? 0;
  const isBetterKnown = now >= steadyBlocks || now >= (measuredSpeed?.blocks ?? 0);
  return isBetterKnown ? follower.speed : (measuredSpeed?.speed ?? follower.speed);
}

/** Keeps how fast a track was, before it is followed anew. */
function keepSpeed(tracked: Tracked): void {
  const now = tracked.follower.measuredSpeed;
  if ((now?.blocks ?? 0) >= Math.min(steadyBlocks, tracked.measuredSpeed?.blocks ?? 0))
    tracked.measuredSpeed = now;
}

/** Returns where a track was heard last. It does not go on with what would be no line by itself. */
export function endOf({ before, follower }: Tracked, thresholds: Thresholds): End {
  const isLine = certaintyOf(follower.evidence, thresholds) !== "candidate";
  if (before !== undefined && !isLine) return before.end;
  const { to, alignment } = follower;
  return { to, position: to * alignment.speed + alignment.shift };
}
