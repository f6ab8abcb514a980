import {
  type PlayoutOptions,
  type PlayoutReport,
  packetFrames,
  type SoundChunk,
  sampleRate,
} from "./chunk.ts";
import { NearLive } from "./near-live.ts";
import { Patience } from "./patience.ts";
import { approachRate } from "./rate.ts";
import { ReplayStrategy } from "./replay-strategy.ts";
import { fadeFrames, SoundRing } from "./ring.ts";
import { Splicer, windowFrames } from "./splice.ts";
import type { PlayoutStrategy, StrategyBuffer } from "./strategy.ts";

const framesPerMs = sampleRate / 1000;
const packetMs = packetFrames / framesPerMs;
/** A message of more packets than this is a replay. */
const largestBatch = 3;

/** `filling`: waiting for enough to start. `dry`: ran out in the middle. */
type Phase = "filling" | "playing" | "dry";

/**
 * The buffer between network and ear, independent of browsers: chunks go in as they arrive, and `render` takes out what
 * is heard next. Time is counted in rendered samples only. When the sound starts and how fast it plays is decided by a
 * strategy: near live, smooth playback, or a replay. What it has can be held, and jump.
 */
export class Playout {
  readonly #ring = new SoundRing();
  readonly #strategy: PlayoutStrategy;
  readonly #buffer: StrategyBuffer = {
    levelMs: () => this.levelMs,
    reserveMs: () => this.#reserveMs,
    batchMs: () => this.#batchMs,
    driftMs: () => this.#drift / framesPerMs,
    nowMs: () => this.#nowMs(),
    dryMs: () => (this.#phase === "dry" ? this.#dryFrames / framesPerMs : null),
    endsInGap: () => this.#endsInGap,
    hasStarted: () => this.#hasStarted,
    skip: (ms) => this.#skip(ms),
    splice: (ms) => this.#splice(ms),
  };
  readonly #splicer = new Splicer();
  #isHeld = false;
  /** The number of the last jump. */
  #jumps = 0;
  /** Start of the sound after a jump in the ring; null once it is heard. */
  #landsAt: number | null = null;
  #reserveMs = 0;
  #phase: Phase = "filling";
  /** Position in the ring of the next sample to be heard; fractional after a correction. */
  #position = 0;
  /** Position from which the sound is as it was written, without its fade-in. */
  #soundsFrom = 0;
  #rate = 1;
  #rendered = 0;
  /** Samples skipped (+) or waited (-) compared with a player that never corrects. */
  #drift = 0;
  #dryFrames = 0;
  #hasStarted = false;
  /** It ran dry, and the packet that gives the reason has not arrived yet. */
  #isUnexplained = false;
  /** It ran dry because the source paused, not because packets were late. */
  #endsInGap = false;
  #batchMs = packetMs;
  #underruns = 0;
  #concealed = 0;

  constructor({ spreadMs, behindMs = 0, isReplay = false }: PlayoutOptions = {}) {
    if (isReplay) this.#strategy = new ReplayStrategy();
    else this.#strategy = behindMs > 0 ? new Patience(behindMs) : new NearLive(spreadMs);
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
    } else if (chunk.batch > 0 && this.#phase !== "filling") {
      this.#strategy.arrived(this.#buffer);
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
      targetMs: this.#strategy.targetMs(this.#nowMs()),
      spreadMs: this.#strategy.spreadMs(this.#nowMs()),
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

  /** The first packet after running dry: after a pause it could not arrive earlier, any other one was late. */
  #explain(isPause: boolean): void {
    this.#isUnexplained = false;
    this.#endsInGap = isPause && this.#phase === "dry";
    if (isPause) return;
    this.#underruns += 1;
    if (this.#phase === "dry") this.#strategy.underran(this.#nowMs());
  }

  /** The sound stops here, and fades out beyond what is there. */
  #fadeOut(): void {
    if (this.#phase !== "playing") return;
    this.#phase = "dry";
    this.#dryFrames = 0;
  }

  #tryStart(): void {
    if (this.#isHeld) return;
    const start = this.#strategy.decideStart(this.#buffer);
    if (start === null) return;
    if (start === "refill") this.#refill();
    else if (start === "next") this.#sound(this.#landsAt ?? Math.floor(this.#position));
    else this.#sound(Math.ceil(this.#ring.written - start.keepMs * framesPerMs));
  }

  #sound(position: number): void {
    this.#ring.fadeIn(position, this.#position, this.#dryFrames);
    this.#position = position;
    this.#soundsFrom = position + fadeFrames;
    this.#landsAt = null;
    this.#hasStarted = true;
    this.#phase = "playing";
    this.#rate = 1;
  }

  /** The source or the connection was interrupted: fill the buffer again before anything is heard. */
  #refill(): void {
    this.#endsInGap = false;
    this.#phase = "filling";
  }

  #correct(frames: number): void {
    const wanted = this.#strategy.decideRate(this.#buffer);
    if (wanted !== null) this.#rate = approachRate(this.#rate, wanted, frames / framesPerMs);
  }

  #skip(byMs: number): void {
    const from = Math.floor(this.#position);
    const to = from + Math.floor(byMs * framesPerMs);
    // Never beyond what has arrived: the excess is based on the best arrival, not on the present level.
    if (to + sampleRate / 100 > this.#ring.written) return;
    this.#ring.crossFade(from, to);
    this.#moveTo(to + this.#position - from);
  }

  #splice(byMs: number): void {
    const from = Math.floor(this.#position);
    const to = this.#splicer.find(
      this.#ring,
      { position: from, oldest: this.#soundsFrom },
      byMs,
      this.#nowMs(),
    );
    if (to === null) return;
    this.#ring.crossFade(from, to, windowFrames);
    this.#moveTo(to + this.#position - from);
  }

  #moveTo(position: number): void {
    this.#drift += position - this.#position;
    this.#position = position;
  }
}
