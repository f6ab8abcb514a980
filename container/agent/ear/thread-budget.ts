import { Budget } from "#packages/fingerprint/budget.ts";

/** Share of a core for searching in the sound of one stream. */
const streamShare = 0.03;
/** Share of a core for everything that this thread does: above it nothing is searched for. Following goes on. */
const threadShare = 0.25;
const measuredMs = 5_000;

/** Processor time that the searches of all streams may take. */
export class ThreadBudget extends Budget {
  readonly #processorMs: () => number;
  readonly #now: () => number;
  #since: { at: number; processorMs: number };
  #share = 0;

  /** `processorMs`: of this thread so far; `now`: monotonic ms. */
  constructor(processorMs: () => number, now: () => number) {
    super(streamShare, processorMs);
    this.#processorMs = processorMs;
    this.#now = now;
    this.#since = { at: now(), processorMs: processorMs() };
  }

  override get isOpen(): boolean {
    return this.usedShare < threadShare && super.isOpen;
  }

  /** The share of a core that this thread has used in the last whole 5 s. */
  get usedShare(): number {
    const at = this.#now();
    if (at - this.#since.at >= measuredMs) {
      const processorMs = this.#processorMs();
      this.#share = (processorMs - this.#since.processorMs) / (at - this.#since.at);
      this.#since = { at, processorMs };
    }
    return this.#share;
  }
}
