import { decideRate } from "./rate.ts";
import { SlackTracker, startMs } from "./slack.ts";
import type { PlayoutStrategy, Start, StrategyBuffer } from "./strategy.ts";

/** A join or a resume brings a burst; until it is over, arrivals say nothing about the network. */
const settleMs = 300;
/** While settling, before the listener is used to the sound, an excess of this much is skipped … */
const settleJumpMs = 30;
/** … later only one that would take too long to catch up with. */
const jumpMs = 700;
/** An error of this much is mended by splices: a rate that no one hears would take too long. */
const spliceAboveMs = 30;
/** Dry for longer than this is an interruption, not a late packet: start again. */
const interruptionMs = 1_000;
/** Length of the sound in the buffer with which it resumes after an underrun. */
const resumeMs = 25;

/** Plays as close to live as the network allows: it learns how little the buffer may hold (`slack.ts`). */
export class NearLive implements PlayoutStrategy {
  readonly #slack: SlackTracker;
  #startedAt = 0;
  #bestWhileSettling = 0;

  /** `spreadMs`: the measurement of an earlier player on this machine, if there was one. */
  constructor(spreadMs?: number) {
    this.#slack = new SlackTracker(spreadMs);
  }

  /** Notes how much sound was left: below zero the packet was late by the time since the buffer ran dry. */
  arrived(buffer: StrategyBuffer): void {
    const slackMs = buffer.levelMs();
    if (this.#slack.isSeeded) this.#slack.observe(slackMs + buffer.driftMs(), buffer.nowMs());
    else this.#bestWhileSettling = Math.max(this.#bestWhileSettling, slackMs);
  }

  underran(nowMs: number): void {
    this.#slack.underran(nowMs);
  }

  decideStart(buffer: StrategyBuffer): Start | null {
    const levelMs = buffer.levelMs();
    const batchMs = buffer.batchMs();
    const nowMs = buffer.nowMs();
    const dryMs = buffer.dryMs();
    if (dryMs !== null) {
      if (buffer.endsInGap() || dryMs > interruptionMs) return "refill";
      return levelMs >= resumeMs ? "next" : null;
    }
    const targetMs = this.#slack.targetMs(nowMs);
    // The first sound must come soon; after an interruption the state of the network is known.
    const enoughMs = buffer.hasStarted() ? targetMs : Math.min(startMs, targetMs);
    if (levelMs < enoughMs + batchMs) return null;
    this.#slack.restart(nowMs);
    this.#startedAt = nowMs;
    this.#bestWhileSettling = -Infinity;
    // A join may have brought more than needed: as close to live as is safe.
    return { keepMs: Math.min(levelMs, targetMs + batchMs) };
  }

  decideRate(buffer: StrategyBuffer): number | null {
    const nowMs = buffer.nowMs();
    if (!this.#slack.isSeeded) {
      if (nowMs - this.#startedAt < settleMs || this.#bestWhileSettling === -Infinity) return null;
      this.#slack.seed(this.#bestWhileSettling, buffer.driftMs(), nowMs);
      const tooMuchMs = this.#slack.excessMs(buffer.driftMs(), nowMs);
      if (tooMuchMs > settleJumpMs) buffer.skip(tooMuchMs);
    }
    const excessMs = this.#slack.excessMs(buffer.driftMs(), nowMs);
    if (excessMs > jumpMs) {
      buffer.skip(excessMs);
      return null;
    }
    if (Math.abs(excessMs) > spliceAboveMs) buffer.splice(excessMs);
    return decideRate(excessMs);
  }

  targetMs(nowMs: number): number {
    return this.#slack.targetMs(nowMs);
  }

  spreadMs(nowMs: number): number {
    return this.#slack.spreadMs(nowMs);
  }
}
