import type { Refusal } from "#app/errors.ts";

/** So many messages while one has to wait … */
const most = 4;
/** … within this time are a program's work: people cannot type that fast. */
const withinMs = 3_000;
/** A flood that goes on is told of again after this long. */
const againMs = 10_000;
/** Beyond this many people the list is swept of those who need not wait any more. */
const sweepFrom = 1_000;

interface Wait {
  refusal: Refusal;
  until: number;
  /** When the tries that are counted began. */
  since: number;
  tries: number;
  floodAt: number | null;
}

/**
 * Whom a chat has told to wait, and who sends nevertheless: they are answered from here, at no cost to others. In memory
 * alone: after an eviction all of it is found out anew, and until then what is stored (the wait of
 * each person, the budget of the room) holds a flood back.
 */
export class Floods {
  readonly #waits = new Map<string, Wait>();

  /** What somebody is told who has to wait, or undefined. */
  waitOf(userId: string, now: number): Refusal | undefined {
    const wait = this.#waits.get(userId);
    if (wait === undefined || wait.until <= now) return undefined;
    return { ...wait.refusal, retryAfterMs: wait.until - now };
  }

  /** From now on, and until the refusal says. */
  wait(userId: string, refusal: Refusal, now: number): void {
    const { tries, since, floodAt } = this.#waits.get(userId) ?? { tries: 0, since: now, floodAt: null };
    this.#waits.set(userId, { refusal, until: now + (refusal.retryAfterMs ?? 0), tries, since, floodAt });
    if (this.#waits.size > sweepFrom) this.#sweep(now);
  }

  /**
   * A message of somebody who has to wait; true where that is a flood, and time to do something about it. While
   * it goes on its wait of `slowMs` begins anew: however short slow mode is, nothing of it slips through.
   */
  tried(userId: string, now: number, slowMs: number): boolean {
    const wait = this.#waits.get(userId);
    if (wait === undefined) return false;
    if (now - wait.since >= withinMs) {
      wait.since = now;
      wait.tries = 0;
    }
    wait.tries += 1;
    if (wait.tries < most) return false;
    wait.refusal = { ok: false, code: "slow-mode" };
    wait.until = now + slowMs;
    if (wait.floodAt !== null && now - wait.floodAt < againMs) return false;
    wait.floodAt = now;
    return true;
  }

  /** Other settings: whoever waits is judged anew. */
  clear(): void {
    this.#waits.clear();
  }

  #sweep(now: number): void {
    for (const [userId, wait] of this.#waits)
      if (wait.until <= now && now - wait.since >= withinMs) this.#waits.delete(userId);
  }
}
