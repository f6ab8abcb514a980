/**
 * The length of the sound that the buffer must hold, learned from arrivals alone. When a packet arrives, the sound
 * still left in the buffer is its *slack*: how much later it could have come. The buffer is large enough when the
 * smallest slack of the last minute stays above a margin; everything that delays packets (network, decoder, a busy
 * machine) is in that one number, and no clocks are compared.
 *
 * Slack is stored as `slack + drift`, where drift counts what the player has skipped (+) or waited (-) since the start:
 * so an old observation stays true after the playhead has been moved.
 */

const bucketMs = 1_000;

/** An observation counts in full for `holdMs`, then fades out until `forgetMs`. */
interface Memory {
  holdMs: number;
  forgetMs: number;
}
/** A rare stall is remembered, but not forever. */
const seen: Memory = { holdMs: 20_000, forgetMs: 90_000 };
/** Assumptions, and observations while the page was still busy starting, are replaced by later ones. */
const early: Memory = { holdMs: 8_000, forgetMs: 24_000 };
/** A stall that is a habit of the network is expected again. */
const habit: Memory = { holdMs: 30_000, forgetMs: 100_000 };
/** A stall that stands alone says little about what comes: it is forgotten as soon as the sound runs again. */
const alone: Memory = { holdMs: 1_000, forgetMs: 4_000 };
/** Time for which a start keeps the machine busy: lateness during it says little about the network. */
const settlingMs = 4_000;

/** A packet that is later than twice the usual spread and this, ms, has been stalled. */
const stallMs = 25;
/** Time within which late packets belong to one stall: what was stalled arrives together. */
const stallEndMs = 500;
/** A stall within this time after another, not much smaller, one is a habit of the network. */
const habitMs = 240_000;

/** The fastest arrival must leave at least this much in the buffer: decoding and render bursts need it. */
const minMarginMs = 14;
const marginPerSpread = 0.2;
const underrunPenaltyMs = 12;
const penaltyHalfLifeMs = 120_000;

/** Bounds of the target, ms. With the packet that has just arrived the buffer holds half a message more. */
const minTargetMs = 30;
const maxTargetMs = 290;
/**
 * A listener who still underruns at the upper bound has a network with longer stalls; then a little more delay is
 * better than gaps. Each underrun there raises the bound by a step.
 */
const ceilingStepMs = 100;
const highestCeilingMs = 1_000;

/**
 * The spread assumed before anything is known, ms: typical of a home network. Only used as far as the replay at the
 * join has filled the buffer anyway.
 */
const assumedSpreadMs = 60;
const minAssumedMs = 20;
/** Length of the sound in the buffer (and one message more) with which the sound may start, ms. */
export const startMs = 40;

interface Bucket {
  memory: Memory;
  startedAt: number;
  min: number;
  max: number;
}

interface Stall {
  memory: Memory;
  lastAt: number;
  depthMs: number;
}

export class SlackTracker {
  #stalls: Stall[] = [];
  #buckets: Bucket[] = [];
  #penaltyMs = 0;
  #penaltyAt = 0;
  #ceilingMs = maxTargetMs;
  #seedSpreadMs: number;
  #seedMemory: Memory;
  #isSeeded = false;
  #seededAt = 0;

  /** `spreadMs`: the measurement of an earlier player on this machine, if there was one. */
  constructor(spreadMs?: number) {
    this.#seedSpreadMs = spreadMs ?? assumedSpreadMs;
    this.#seedMemory = spreadMs === undefined ? early : seen;
  }

  /** Discards positions but not the spread: after a gap at the source, slack is counted from a new zero. */
  restart(nowMs: number): void {
    if (this.#isSeeded) {
      this.#seedSpreadMs = this.spreadMs(nowMs);
      this.#seedMemory = seen;
    }
    this.#buckets = [];
    this.#isSeeded = false;
  }

  /** Seeds the tracker after a start: a punctual arrival found `slackMs` in the buffer, at this drift. */
  seed(slackMs: number, driftMs: number, nowMs: number): void {
    this.#isSeeded = true;
    this.#seededAt = nowMs;
    const affordable = (slackMs - minMarginMs) / (1 + marginPerSpread);
    const spread = Math.min(this.#seedSpreadMs, Math.max(minAssumedMs, affordable));
    const best = slackMs + driftMs;
    this.#buckets = [{ memory: this.#seedMemory, startedAt: nowMs, min: best - spread, max: best }];
  }

  get isSeeded(): boolean {
    return this.#isSeeded;
  }

  /** `value`: slack + drift, ms. */
  observe(value: number, nowMs: number): void {
    const memory = this.#memoryOf(value, nowMs);
    const last = this.#buckets.at(-1);
    if (last?.memory === memory && nowMs - last.startedAt < bucketMs) {
      last.min = Math.min(last.min, value);
      last.max = Math.max(last.max, value);
      return;
    }
    this.#buckets.push({ memory, startedAt: nowMs, min: value, max: value });
    while (this.#buckets[0] && nowMs - this.#buckets[0].startedAt > habit.forgetMs) this.#buckets.shift();
  }

  underran(nowMs: number): void {
    if (this.targetMs(nowMs) >= this.#ceilingMs) {
      this.#ceilingMs = Math.min(highestCeilingMs, this.#ceilingMs + ceilingStepMs);
    }
    this.#penaltyMs = this.#penalty(nowMs) + underrunPenaltyMs;
    this.#penaltyAt = nowMs;
  }

  /** The spread of arrivals: the best against the worst, with older ones counting less. */
  spreadMs(nowMs: number): number {
    return this.#isSeeded ? this.#spreadOf(this.#buckets, nowMs) : this.#seedSpreadMs;
  }

  #spreadOf(buckets: readonly Bucket[], nowMs: number): number {
    const best = this.#best(nowMs);
    let spread = 0;
    for (const bucket of buckets) spread = Math.max(spread, (best - bucket.min) * weightOf(bucket, nowMs));
    return spread;
  }

  /** Decides how long an arrival is remembered. */
  #memoryOf(value: number, nowMs: number): Memory {
    const usual = nowMs - this.#seededAt < settlingMs ? early : seen;
    const depthMs = this.#best(nowMs) - value;
    const usualMs = this.#spreadOf(
      this.#buckets.filter(({ memory }) => memory !== alone),
      nowMs,
    );
    const last = this.#stalls.at(-1);
    if (last !== undefined && nowMs - last.lastAt < stallEndMs && depthMs > usualMs) {
      last.depthMs = Math.max(last.depthMs, depthMs);
      return last.memory;
    }
    if (depthMs <= 2 * usualMs + stallMs) return usual;
    const isHabit = this.#stalls.some(
      (stall) => nowMs - stall.lastAt < habitMs && stall.depthMs > depthMs / 2,
    );
    const memory = isHabit ? (usual === early ? early : habit) : alone;
    this.#stalls = [...this.#stalls.slice(-7), { memory, lastAt: nowMs, depthMs }];
    return memory;
  }

  /** Returns the slack that a punctual arrival should find in the buffer, ms. */
  targetMs(nowMs: number): number {
    const spread = this.spreadMs(nowMs);
    const margin = minMarginMs + spread * marginPerSpread + this.#penalty(nowMs);
    return Math.min(Math.max(spread + margin, minTargetMs), this.#ceilingMs);
  }

  /** Returns how much more than the target is in the buffer, ms (negative: less). */
  excessMs(driftMs: number, nowMs: number): number {
    if (!this.#isSeeded) return 0;
    return this.#best(nowMs) - driftMs - this.targetMs(nowMs);
  }

  #best(nowMs: number): number {
    let best = this.#buckets.at(-1)?.max ?? 0;
    for (const bucket of this.#buckets) {
      // Only recent ones: after a lasting change of route the old best would never be reached again.
      if (nowMs - bucket.startedAt <= seen.holdMs) best = Math.max(best, bucket.max);
    }
    return best;
  }

  #penalty(nowMs: number): number {
    return this.#penaltyMs * 0.5 ** ((nowMs - this.#penaltyAt) / penaltyHalfLifeMs);
  }
}

function weightOf({ memory, startedAt }: Bucket, nowMs: number): number {
  const fadedMs = nowMs - startedAt - memory.holdMs;
  return Math.min(1, Math.max(0, 1 - fadedMs / (memory.forgetMs - memory.holdMs)));
}
