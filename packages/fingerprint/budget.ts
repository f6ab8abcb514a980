/** Processor time that searching may take, as a share of the time of the sound; several ears may share one. */
export class Budget {
  readonly #share: number;
  readonly #processorMs: () => number;
  #left: number;

  /** `share`: 0.03 is 3 % of a core. `processorMs` returns the processor time of this thread so far. */
  constructor(share: number, processorMs: () => number) {
    this.#share = share;
    this.#processorMs = processorMs;
    this.#left = maxSavedMs;
  }

  /** Whether a search may begin; what one takes too long is waited for afterwards. */
  get isOpen(): boolean {
    return this.#left > 0;
  }

  /** Sound of so many milliseconds came in. */
  earn(soundMs: number): void {
    this.#left = Math.min(maxSavedMs, this.#left + soundMs * this.#share);
  }

  spend<T>(work: () => T): T {
    const start = this.#processorMs();
    const result = work();
    this.#left -= this.#processorMs() - start;
    return result;
  }
}

/** Maximum time saved while nothing is searched for: enough for the beginnings of some tracks. */
const maxSavedMs = 2_000;
