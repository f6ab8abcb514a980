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
/** A replay starts with this much decoded, and after it has run dry; what follows is decoded faster than it is heard. */
const replayStartMs = 100;

/** `filling`: waiting for enough to start. `dry`: ran out in the middle. */
type Phase = "filling" | "playing" | "dry";

/**
 * The buffer between network and ear, independent of browsers: chunks go in as they arrive, and `render` takes out what
 * is heard next. Time is counted in rendered samples only. Near live it learns how little it may hold (`slack.ts`); in
 * smooth playback it holds everything and skips nothing (`patience.ts`). A replay is not corrected at all, and can be
 * held, and jump.
 */
export class Playout {
  readonly #ring = new SoundRing();
  readonly #slack: SlackTracker;
  /** 0: near live. */
  readonly #behindMs: number;
  readonly #isReplay: boolean;
  #isHeld = false;
  /** The number of the last jump. */
  #jumps = 0;
  /** Where the sound after a jump starts in the ring; null once it is heard. */
  #landsAt: number | null = null;
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

  constructor({ spreadMs, behindMs = 0, isReplay = false }: PlayoutOptions = {}) {
    this.#slack = new SlackTracker(spreadMs);
    this.#behindMs = behindMs;
    this.#isReplay = isReplay;
  }

  /** Pauses with a short fade, or goes on where it was. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) this.#fadeOut();
  }

  /** Nothing of what it has is heard any more, nor anything else before the chunks of this jump. */
  jumpTo(jump: number): void {
    if (jump <= this.#jumps) return;
    this.#jumps = jump;
    this.#fadeOut();
    this.#isUnexplained = false;
    this.#landsAt = this.#ring.written;
  }

  push(chunk: SoundChunk): void {
    const jump = chunk.jump ?? 0;
    if (jump < this.#jumps) return;
    this.jumpTo(jump);
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
      this.#fadeOut();
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
      jump: this.#jumps,
    };
  }

  /** Decoded sound that is not heard yet, ms. */
  get levelMs(): number {
    return (this.#ring.written - (this.#landsAt ?? this.#position)) / framesPerMs;
  }

  #nowMs(): number {
    return this.#rendered / framesPerMs;
  }

  #driftMs(): number {
    return this.#drift / framesPerMs;
  }

  /** A packet has arrived: how much sound was left? Below zero it was late by the time since the player ran dry. */
  #observe(): void {
    if (this.#phase === "filling" || this.#behindMs > 0 || this.#isReplay) return;
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

  /** The sound stops here, and fades out beyond what is there. */
  #fadeOut(): void {
    if (this.#phase !== "playing") return;
    this.#phase = "dry";
    this.#dryFrames = 0;
  }

  #tryStart(): void {
    if (this.#isHeld) return;
    if (this.#isReplay) {
      if (this.levelMs >= replayStartMs) this.#sound(this.#landsAt ?? Math.floor(this.#position));
      return;
    }
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
    this.#landsAt = null;
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
    if (this.#isReplay) return;
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
