import { type Bucket, takeToken, userBudget } from "#app/domains/air/stages/live/rules.ts";
import type { Refusal } from "#app/errors.ts";

/** Number of people above which those whose budget is full again are removed. */
const sweepFrom = 1_000;

/**
 * Limits how many texts of each writer are compared with blocked words to the number they may send. The chat counts
 * what was sent, so this limit only affects a writer who sends refused words again and again. In memory only: after an
 * eviction everyone starts with a full budget.
 */
export class Comparisons {
  readonly #buckets = new Map<string, Bucket>();

  take(userId: string, now: number): { ok: true } | Refusal {
    const taken = takeToken(this.#buckets.get(userId) ?? null, userBudget, now);
    if (!taken.ok) return taken;
    this.#buckets.set(userId, taken.bucket);
    if (this.#buckets.size > sweepFrom) this.#sweep(now);
    return { ok: true };
  }

  #sweep(now: number): void {
    for (const [userId, { at }] of this.#buckets)
      if (now - at >= userBudget.perMs) this.#buckets.delete(userId);
  }
}
