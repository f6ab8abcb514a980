import {
  type PlayoutOptions,
  type PlayoutReport,
  packetFrames,
  type SoundChunk,
  sampleRate,
} from "./chunk.ts";
import { decidePatientRate, patientStartMs } from "./patience.ts";
import { approachRate, decideRate } from "./rate.ts";
import { SoundRing } from "./ring.ts";
import { SlackTracker, startMs } from "./slack.ts";

const framesPerMs = sampleRate / 1000;
const packetMs = packetFrames / framesPerMs;
/** A join or a resume brings a burst; until it is over, arrivals say nothing about the network. */
const settleMs = 300;
/** While settling, before the listener is used to the sound, an excess of this much is skipped … */
const settleJumpMs = 30;
/** … later only one that would take too long to catch up with. */
const jumpMs = 500;
/** Dry for longer than this is an interruption, not a late packet: start again. */
const interruptionMs = 1_000;
/** A message of more packets than this is a replay. */
const largestBatch = 3;
/** After an underrun the sound resumes with this much in the buffer. */
const resumeMs = 25;

/** `filling`: waiting for enough to start. `dry`: ran out in the middle. */
type Phase = "filling" | "playing" | "dry";

/**
 * The buffer between network and ear, independent of browsers: chunks go in as they arrive, and `render` takes out what
 * is heard next. Time is counted in rendered samples only. Near live it learns how little it may hold (`slack.ts`); in
 * smooth playback it holds everything and skips nothing (`patience.ts`).
 */
export class Playout {
  readonly #ring = new SoundRing();
  readonly #slack: SlackTracker;
  /** 0: near live. */
  readonly #behindMs: number;
  #reserveMs = 0;
  #phase: Phase = "filling";
  /** Position in the ring of the next sample to be heard; fractional after a correction. */
  #position = 0;
  #rate = 1;
  #rendered = 0;
  /** Samples skipped (+) or waited (-) compared with a player that never corrects. */
  #drift = 0;
  #dryFrames = 0;
  #hasStarted = false;
  #startedAt = 0;
  #bestWhileSettling = 0;
  /** It ran dry, and the packet that gives the reason has not arrived yet. */
  #isUnexplained = false;
  /** It ran dry because the source paused, not because packets were late. */
  #endsInGap = false;
  #batchMs = packetMs;
  #underruns = 0;
  #concealed = 0;

  constructor({ spreadMs, behindMs = 0 }: PlayoutOptions = {}) {
    this.#slack = new SlackTracker(spreadMs);
    this.#behindMs = behindMs;
  }

  push(chunk: SoundChunk): void {
    const frames = chunk.samples.length / 2;
    this.#reserveMs = chunk.reserveMs;
    if (chunk.batch > 0) this.#batchMs = Math.min(chunk.batch, largestBatch) * packetMs;
    if (this.#isUnexplained) this.#explain(chunk.isPause);
    if (chunk.isStart) {
      if (this.#phase === "playing") this.#ring.endStretch(this.#position);
    } else if (chunk.batch > 0) {
      this.#observe();
    }
    if (chunk.lost > 0) {
      this.#ring.conceal(chunk.lost);
      this.#concealed += chunk.lost;
    }
    this.#ring.append(chunk.samples, chunk.at, chunk.isStart || chunk.lost > 0);
    const oldest = this.#ring.oldestAfter(frames);
    if (this.#position < oldest) this.#moveTo(oldest);
  }

  /** Fills both outputs (equally long) with what is heard next. */
  render(left: Float32Array, right: Float32Array): void {
    const frames = left.length;
    if (this.#phase !== "playing") this.#tryStart();
    if (this.#phase === "playing") this.#correct(frames);
    if (this.#phase === "playing" && !this.#ring.holds(this.#position, frames, this.#rate)) {
      this.#phase = "dry";
      this.#dryFrames = 0;
      this.#isUnexplained = true;
    }
    if (this.#phase === "playing") {
      this.#ring.read(this.#position, this.#rate, [left, right]);
      this.#position += frames * this.#rate;
      this.#drift += frames * (this.#rate - 1);
    } else {
      if (!this.#ring.readTail(this.#position, this.#dryFrames, [left, right])) {
        left.fill(0);
        right.fill(0);
      }
      this.#dryFrames += frames;
      this.#drift -= frames;
    }
    this.#rendered += frames;
  }

  get isSounding(): boolean {
    return this.#phase === "playing";
  }

  /** The position of the next rendered sample, and the state of the buffer. `contextTime` is passed through. */
  report(contextTime: number): PlayoutReport {
    return {
      contextTime,
      at: this.#hasStarted ? this.#ring.timeOf(this.#position) : null,
      rate: this.isSounding ? this.#rate : 0,
      isSounding: this.isSounding,
      bufferMs: this.levelMs + this.#reserveMs,
      targetMs: this.#behindMs || this.#slack.targetMs(this.#nowMs()),
      spreadMs: this.#slack.spreadMs(this.#nowMs()),
      underruns: this.#underruns,
      concealed: this.#concealed,
    };
  }

  /** Decoded sound that is not heard yet, ms. */
  get levelMs(): number {
    return (this.#ring.written - this.#position) / framesPerMs;
  }

  #nowMs(): number {
    return this.#rendered / framesPerMs;
  }

  #driftMs(): number {
    return this.#drift / framesPerMs;
  }

  /** A packet has arrived: how much sound was left? Below zero it was late by the time since the player ran dry. */
  #observe(): void {
    if (this.#phase === "filling" || this.#behindMs > 0) return;
    const slackMs = this.levelMs;
    if (this.#slack.isSeeded) this.#slack.observe(slackMs + this.#driftMs(), this.#nowMs());
    else this.#bestWhileSettling = Math.max(this.#bestWhileSettling, slackMs);
  }

  /** The first packet after running dry: after a pause it could not arrive earlier, any other one was late. */
  #explain(isPause: boolean): void {
    this.#isUnexplained = false;
    this.#endsInGap = isPause && this.#phase === "dry";
    if (isPause) return;
    this.#underruns += 1;
    if (this.#phase === "dry") this.#slack.underran(this.#nowMs());
  }

  #tryStart(): void {
    if (this.#behindMs > 0) {
      if (this.levelMs >= patientStartMs) this.#sound(Math.floor(this.#position));
      return;
    }
    if (this.#phase === "dry") {
      if (this.#endsInGap || this.#dryFrames > interruptionMs * framesPerMs) this.#beginAfresh();
      else if (this.levelMs >= resumeMs) this.#sound(Math.floor(this.#position));
      return;
    }
    const targetMs = this.#slack.targetMs(this.#nowMs());
    // The first sound must come soon; after an interruption the state of the network is known.
    const enoughMs = this.#hasStarted ? targetMs : Math.min(startMs, targetMs);
    if (this.levelMs < enoughMs + this.#batchMs) return;
    // A replay may have brought more than needed: start as close to live as is safe.
    const wantedMs = Math.min(this.levelMs, targetMs + this.#batchMs);
    this.#settleAgain();
    this.#sound(Math.ceil(this.#ring.written - wantedMs * framesPerMs));
  }

  #sound(position: number): void {
    this.#ring.fadeIn(position, this.#position, this.#dryFrames);
    this.#position = position;
    this.#hasStarted = true;
    this.#phase = "playing";
    this.#rate = 1;
  }

  /** The source or the connection was interrupted: fill the buffer again before anything is heard. */
  #beginAfresh(): void {
    this.#endsInGap = false;
    this.#phase = "filling";
  }

  #settleAgain(): void {
    this.#slack.restart(this.#nowMs());
    this.#startedAt = this.#nowMs();
    this.#bestWhileSettling = -Infinity;
  }

  #correct(frames: number): void {
    const now = this.#nowMs();
    if (this.#behindMs > 0) {
      const wanted = decidePatientRate(this.levelMs + this.#reserveMs, this.#behindMs);
      this.#rate = approachRate(this.#rate, wanted, frames / framesPerMs);
      return;
    }
    if (!this.#slack.isSeeded) {
      if (now - this.#startedAt < settleMs || this.#bestWhileSettling === -Infinity) return;
      this.#slack.seed(this.#bestWhileSettling, this.#driftMs(), now);
      const tooMuch = this.#slack.excessMs(this.#driftMs(), now);
      if (tooMuch > settleJumpMs) this.#jump(tooMuch);
    }
    const excess = this.#slack.excessMs(this.#driftMs(), now);
    if (excess > jumpMs) this.#jump(excess);
    else this.#rate = approachRate(this.#rate, decideRate(excess), frames / framesPerMs);
  }

  #jump(byMs: number): void {
    const from = Math.floor(this.#position);
    const to = from + Math.floor(byMs * framesPerMs);
    // Never beyond what has arrived: the excess is based on the best arrival, not on the present level.
    if (to + sampleRate / 100 > this.#ring.written) return;
    this.#ring.crossFade(from, to);
    this.#moveTo(to);
  }

  #moveTo(position: number): void {
    this.#drift += position - this.#position;
    this.#position = position;
  }
}
