/** One password hash after the other: each takes a third of a second of processor time in one go. */
import { sleep } from "#app/domains/base/time/sleep.ts";
import { AppError } from "#app/errors.ts";

export const maxWaiting = 40;
/** Maximum number that wait when one with a solved captcha comes: it has paid for its hash. */
const maxWaitingPaid = 200;
const retryAfterMs = 5_000;
const pollMs = 20;
/**
 * Pause after a hash, in which others have their turn: as long as it took where more wait. On deployed Workers the clock
 * stands still meanwhile.
 */
const pauseMs = { min: 50, max: 2_000 } as const;
/** A request that was given up asks no more: others go on without it. */
const staleMs = 3_000;

/** Lets hashes begin in their order, with a pause after each. */
export class HashQueue {
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<void>;
  #waiting: { seenAt: number }[] = [];
  #last = { endedAt: Number.NEGATIVE_INFINITY, tookMs: 0 };

  /** `now`: milliseconds. */
  constructor(now: () => number, sleep: (ms: number) => Promise<void>) {
    this.#now = now;
    this.#sleep = sleep;
  }

  /** Runs `hash` when it is its turn. Throws `unavailable` where `max` wait already. */
  async run<T>(hash: () => T, max = maxWaiting): Promise<T> {
    const ticket = { seenAt: this.#now() };
    this.#dropStale(ticket.seenAt);
    if (this.#waiting.length >= max) throw new AppError("unavailable", { retryAfterMs });
    while (!this.#isTurnOf(ticket)) await this.#sleep(pollMs);
    this.#waiting = this.#waiting.filter((other) => other !== ticket);
    const startedAt = this.#now();
    try {
      return hash();
    } finally {
      this.#last = { endedAt: this.#now(), tookMs: this.#now() - startedAt };
    }
  }

  #isTurnOf(ticket: { seenAt: number }): boolean {
    const now = this.#now();
    ticket.seenAt = now;
    this.#dropStale(now);
    if (!this.#waiting.includes(ticket)) this.#waiting.push(ticket);
    const { endedAt, tookMs } = this.#last;
    const isAlone = this.#waiting.length === 1;
    const pause = isAlone ? pauseMs.min : Math.min(pauseMs.max, Math.max(pauseMs.min, tookMs));
    // A clock that was set back does not keep anyone waiting.
    const isFree = now >= endedAt + pause || now < endedAt;
    return isFree && this.#waiting[0] === ticket;
  }

  #dropStale(now: number): void {
    this.#waiting = this.#waiting.filter(({ seenAt }) => now - seenAt <= staleMs);
  }
}

const queue = new HashQueue(() => performance.now(), sleep);

/** Makes or verifies a password hash when it is its turn in this isolate. Throws `unavailable` where too many wait. */
export const hashInTurn = <T>(hash: () => T): Promise<T> => queue.run(hash);

/** The same after a solved captcha, which is not refused for nothing. */
export const paidHashInTurn = <T>(hash: () => T): Promise<T> => queue.run(hash, maxWaitingPaid);
