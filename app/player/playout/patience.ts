import type { PlayoutStrategy, Start, StrategyBuffer } from "./strategy.ts";

/** Length of the decoded sound with which it starts, and continues after it has run dry, ms. */
const patientStartMs = 200;

/**
 * Distance from its target within which a deep buffer is not corrected, ms: half a second of drift does not matter to
 * it.
 */
const shallowerMs = 1_000;
const deeperMs = 3_000;
/** A twelfth of a semitone: inaudible, however long it lasts. */
const gentle = 0.005;

/**
 * Smooth playback, far behind live. Never a jump: sound that an outage has delayed is still heard, and a stream that has
 * just started gives time to buffer.
 */
export class Patience implements PlayoutStrategy {
  readonly #behindMs: number;

  constructor(behindMs: number) {
    this.#behindMs = behindMs;
  }

  arrived(): void {}

  underran(): void {}

  decideStart(buffer: StrategyBuffer): Start | null {
    return buffer.levelMs() >= patientStartMs ? "next" : null;
  }

  decideRate(buffer: StrategyBuffer): number {
    const depthMs = buffer.levelMs() + buffer.reserveMs();
    if (depthMs < this.#behindMs - shallowerMs) return 1 - gentle;
    return depthMs > this.#behindMs + deeperMs ? 1 + gentle : 1;
  }

  targetMs(): number {
    return this.#behindMs;
  }

  spreadMs(): undefined {}
}
