import { Budget } from "./budget.ts";
import { Decimator, inputRate } from "./decimate.ts";
import { findReferences, type Lane, windowFrames } from "./finder.ts";
import { blockFrames } from "./follow.ts";
import { LandmarkIndex, type Reference } from "./landmark-index.ts";
import type { TrackLine } from "./line.ts";
import { encodePeaks } from "./peak-format.ts";
import { strongReach } from "./peak-picker.ts";
import { PeakStream } from "./peak-stream.ts";
import { framesPerSecond, hopSamples, toFrames, toSeconds } from "./scale.ts";
import { SearchPlan } from "./search-plan.ts";
import { cut, type SoundPiece, SoundPieces } from "./sound-pieces.ts";
import { thresholdsFor } from "./thresholds.ts";
import { gapMs, Timeline } from "./timeline.ts";
import { endOf, evidenceOf, speedOf, type Tracked, Tracker } from "./tracker.ts";

export interface EarOptions {
  /** Processor time of this thread so far, in milliseconds. */
  processorMs: () => number;
  /** Share of a core that searching may take; 0.03 if left out. Following goes on beyond it. */
  share?: number;
  /** One budget for the ears of all streams, instead of `share`. */
  budget?: Budget;
  /** Widest change of speed that is looked for at once; 0.08 if left out. Of far speeds the slow lane finds more. */
  range?: number;
  /** One index for the ears of all streams. */
  index?: LandmarkIndex;
  /** True for references of such an index that this stream may be compared with; everything if left out. */
  isWanted?: (reference: string) => boolean;
  /**
   * A few references that are likely, from anywhere, and that may come from broadcasts at another speed: for them any change
   * of time is tried with any change of pitch. They are no versions of others. None if left out.
   */
  suspects?: () => readonly string[];
  /** Whether anything is looked for now; always if left out. */
  isSearching?: () => boolean;
}

export interface EarEvent {
  kind: "opened" | "updated" | "closed";
  line: TrackLine;
}

/** Live peaks that are kept, so that a track's start is found backwards. */
const keptFrames = 120 * framesPerSecond;
/** A line is told again when it has gone on for so long, or became more certain. */
const notifyAgainMs = 5_000;
/** A longer gap than tracks go on across. */
const maxFilledMs = 90_000;

/** Recognizes the tracks of one stream. Free of Node and of the DOM: for a worker of the agent or of a page. */
export class Ear {
  readonly #index: LandmarkIndex;
  readonly #budget: Budget;
  readonly #range: number;
  readonly #isWanted: (reference: string) => boolean;
  readonly #isSearching: () => boolean;
  readonly #suspects: () => readonly string[];
  readonly #suspectIndex = new LandmarkIndex();
  readonly #decimator = new Decimator();
  readonly #stream = new PeakStream();
  readonly #timeline = new Timeline();
  readonly #tracker = new Tracker();
  readonly #plan = new SearchPlan();
  readonly #told = new Map<number, TrackLine>();
  readonly #pieces = new SoundPieces();
  #block = 0;

  constructor(options: EarOptions) {
    const { processorMs, share = 0.03, budget, range = 0.08, index } = options;
    const { isWanted, isSearching, suspects } = options;
    this.#range = range;
    this.#isSearching = isSearching ?? (() => true);
    this.#suspects = suspects ?? (() => []);
    this.#isWanted = isWanted ?? (() => true);
    this.#index = index ?? new LandmarkIndex();
    this.#budget = budget ?? new Budget(share, processorMs);
  }

  /** Number of known references. */
  get indexSize(): number {
    return this.#index.size;
  }

  /** Makes these the references that are looked for: adds what is new, removes what is missing. */
  setReferences(references: readonly Reference[]): void {
    this.#index.set(references);
  }

  /** Takes the next samples (48 kHz, mono), heard from `at` on (epoch milliseconds); returns what changed. */
  push(samples: Float32Array, at: number): EarEvent[] {
    this.#fillGap(at);
    this.#timeline.note(this.#stream.heardFrames, at);
    this.#budget.earn((samples.length / inputRate) * 1_000);
    this.#stream.push(this.#decimator.push(samples));
    const events: EarEvent[] = [];
    for (; (this.#block + 1) * blockFrames <= this.#stream.knownFrames; this.#block++)
      events.push(...this.#hear((this.#block + 1) * blockFrames));
    return events;
  }

  /**
   * Takes silence for the time of lost sound: all that is followed goes on at its place on the reference. After a longer
   * gap nothing is expected to go on.
   */
  #fillGap(at: number): void {
    const from = this.#stream.heardFrames;
    const lostMs = this.#timeline.isEmpty ? 0 : at - this.#timeline.toTime(from);
    if (lostMs < gapMs || lostMs > maxFilledMs) return;
    this.#stream.push(new Float32Array(Math.round((lostMs / 1_000) * framesPerSecond) * hopSamples));
    this.#timeline.lose(from, this.#stream.heardFrames);
  }

  /** Returns the next minute of the sound as peaks, once it was heard; at the end (`isLast`) also what is left of it. */
  nextPiece(isLast = false): SoundPiece | undefined {
    return this.#pieces.next(this.#stream.peaks, this.#timeline, this.#block * blockFrames, isLast);
  }

  /** The strong peaks of the last so many seconds, as bytes. */
  latestPeaks(seconds: number): Uint8Array<ArrayBuffer> {
    const known = this.#block * blockFrames;
    const frames = Math.min(known, toFrames(seconds));
    return encodePeaks({ frames, peaks: cut(this.#stream.peaks, known - frames, frames) });
  }

  /** Ends the stream; returns the lines that close with it. */
  end(): EarEvent[] {
    // Silence, so that the last peaks are known and the last blocks are judged.
    this.#stream.push(new Float32Array((3 * blockFrames + 2 * strongReach) * hopSamples));
    for (; (this.#block + 1) * blockFrames <= this.#stream.knownFrames; this.#block++)
      this.#tracker.advance(
        this.#stream.peaks,
        (this.#block + 1) * blockFrames,
        thresholdsFor(this.#index.size),
      );
    return this.#close(this.#tracker.remove(this.#tracker.tracks));
  }

  /** All peaks up to a frame are known: follow, search where it is due, tell. */
  #hear(now: number): EarEvent[] {
    const thresholds = thresholdsFor(this.#index.size);
    const live = this.#stream.peaks;
    this.#tracker.advance(live, now, thresholds);
    const maySearch = this.#isSearching() && this.#budget.isOpen;
    const hasSuspects = this.#suspects().length > 0;
    const lane = maySearch
      ? this.#plan.due(now, live, this.#tracker.tracks, thresholds, hasSuspects)
      : undefined;
    if (lane !== undefined) this.#budget.spend(() => this.#search(lane, now));
    live.dropBefore(now - keptFrames);
    const closed = this.#close(this.#tracker.removeEnded(now, thresholds));
    return [...closed, ...this.#tracker.tracks.flatMap((tracked) => this.#tell(tracked))];
  }

  #search(lane: Lane, now: number): void {
    const from = Math.max(0, now - windowFrames);
    const { tracks } = this.#tracker;
    const isKnown = (reference: string) =>
      !this.#isWanted(reference) ||
      tracks.some((each) => each.reference === reference && each.follower.isPresent);
    const likely = tracks.map(({ follower }) => follower.speed);
    const options = { lane, range: this.#range, from, to: now, likely, isKnown };
    const live = this.#stream.peaks;
    const thresholds = thresholdsFor(this.#index.size);
    const index = lane === "oblique" ? this.#indexSuspects() : this.#index;
    for (const found of findReferences(index, live, thresholds, options))
      this.#tracker.start(index, live, found, [from, now], thresholds);
  }

  #indexSuspects(): LandmarkIndex {
    this.#suspectIndex.set(this.#suspects().flatMap((id) => this.#index.find(id)?.reference ?? []));
    return this.#suspectIndex;
  }

  #tell(tracked: Tracked): EarEvent[] {
    const line = this.#toLine(tracked);
    const told = this.#told.get(tracked.id);
    if (told === undefined && line.certainty === "candidate") return [];
    const isNews =
      told === undefined ||
      told.certainty !== line.certainty ||
      told.versions.length !== line.versions.length ||
      line.to - told.to >= notifyAgainMs;
    if (!isNews) return [];
    this.#told.set(tracked.id, line);
    return [{ kind: told === undefined ? "opened" : "updated", line }];
  }

  #close(ended: readonly Tracked[]): EarEvent[] {
    return ended.flatMap((tracked) => {
      const told = this.#told.get(tracked.id);
      this.#told.delete(tracked.id);
      if (told === undefined) return [];
      const { certainty, versions } = told;
      return [{ kind: "closed", line: { ...this.#toLine(tracked), certainty, versions } }];
    });
  }

  #toLine(tracked: Tracked): TrackLine {
    const { follower, reference, id, from } = tracked;
    const thresholds = thresholdsFor(this.#index.size);
    const suspects = this.#suspects();
    const { to, position } = endOf(tracked, thresholds);
    return {
      ...evidenceOf(tracked),
      ...this.#tracker.judge(tracked, thresholds, (each) => suspects.includes(each)),
      id,
      reference,
      from: this.#timeline.toTime(from),
      to: this.#timeline.toTime(to),
      speed: speedOf(tracked),
      playback: follower.playback,
      position: toSeconds(position),
    };
  }
}
