import type { EarEvent } from "#packages/fingerprint/ear.ts";

/** A stream that has had no name for so long is asked about, and no more often than this. */
const unnamedMs = 60_000;
/** So much of it is looked up then. */
export const askedSeconds = 25;

/** Tells when the sound of a stream has had no name for a while. Times are of its sound. */
export class UnnamedWatch {
  #heardMs = 0;
  #quietSince = 0;

  /** Notes the ear's events of it: a name that is heard. */
  note(events: readonly EarEvent[]): void {
    if (events.some(({ kind, line }) => line.certainty === "named" && kind !== "closed"))
      this.#quietSince = this.#heardMs;
  }

  /** More of it was heard. Returns whether to ask now. */
  pass(ms: number): boolean {
    this.#heardMs += ms;
    if (this.#heardMs - this.#quietSince < unnamedMs) return false;
    this.#quietSince = this.#heardMs;
    return true;
  }
}
