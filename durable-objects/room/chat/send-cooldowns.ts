import type { Refusal } from "#app/errors.ts";

/** This many messages while one has to wait … */
const max = 4;
/** … within this time are sent by a program: people cannot type that fast. */
const withinMs = 3_000;
/** A continuing flood is reported again after this long. */
const againMs = 10_000;
/** Number of people above which those who need not wait any more are removed. */
const sweepFrom = 1_000;

/** The refusal that a flood gets while it continues, and how long it waits each time. */
interface Hold {
  code: Refusal["code"];
  ms: number;
}

interface Wait {
  refusal: Refusal;
  until: number;
  /** Start of the attempts that are counted. */
  since: number;
  tries: number;
  floodAt: number | null;
  triedAt: number;
}

/**
 * Users whom a chat has told to wait and who send nevertheless: they are refused here, at no cost to others. In memory
 * only: after an eviction it fills again, and until then what is stored (the wait of each person, the budget of the
 * room) limits a flood.
 */
export class SendCooldowns {
  readonly #waits = new Map<string, Wait>();

  /** The refusal for someone who has to wait, or undefined. */
  waitOf(userId: string, now: number): Refusal | undefined {
    const wait = this.#waits.get(userId);
    if (wait === undefined || wait.until <= now) return undefined;
    return { ...wait.refusal, retryAfterMs: wait.until - now };
  }

  /** Returns when someone who was refused last tried (epoch ms), or null. */
  triedAt(userId: string): number | null {
    return this.#waits.get(userId)?.triedAt ?? null;
  }

  /** Makes them wait from now on, until the time in the refusal. */
  wait(userId: string, refusal: Refusal, now: number): void {
    const { tries, since, floodAt } = this.#waits.get(userId) ?? { tries: 0, since: now, floodAt: null };
    const until = now + (refusal.retryAfterMs ?? 0);
    this.#waits.set(userId, { refusal, until, tries, since, floodAt, triedAt: now });
    if (this.#waits.size > sweepFrom) this.#sweep(now);
  }

  /**
   * Records a message of someone who has to wait; returns true where that is a flood, and it is time to act on it.
   * While the flood continues its wait restarts: however short that is, no message gets through.
   */
  tried(userId: string, now: number, { code, ms }: Hold): boolean {
    const wait = this.#waits.get(userId);
    if (wait === undefined) return false;
    if (now - wait.since >= withinMs) {
      wait.since = now;
      wait.tries = 0;
    }
    wait.tries += 1;
    wait.triedAt = now;
    if (wait.tries < max) return false;
    wait.refusal = { ok: false, code };
    wait.until = Math.max(wait.until, now + ms);
    if (wait.floodAt !== null && now - wait.floodAt < againMs) return false;
    wait.floodAt = now;
    return true;
  }

  /** The settings have changed: users who wait are checked again. */
  clear(): void {
    this.#waits.clear();
  }

  #sweep(now: number): void {
    for (const [userId, wait] of this.#waits)
      if (wait.until <= now && now - wait.since >= withinMs) this.#waits.delete(userId);
  }
}
