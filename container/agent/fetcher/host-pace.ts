/** Time when the next request to a service may start: by its published rate, and by what its headers say. */
import type { HostRule } from "./hosts.ts";

/** Time for which a service is left alone that was asked too often and does not say for how long. */
const unsaidWaitMs = 60_000;
const maxBuckets = 1_000;
/** Discord blocks an address with 10,000 of these in ten minutes. */
const invalidStatuses = new Set([401, 403, 429]);
const invalidLimit = { max: 5_000, perMs: 600_000 } as const;

export class HostPace {
  readonly #rule: HostRule;
  readonly #now: () => number;
  /** Times when the latest requests started, or will. */
  #starts: number[] = [];
  #closedUntil = 0;
  readonly #bucketUntil = new Map<string, number>();
  #invalid = { since: 0, count: 0 };

  /** `now` is in ms. */
  constructor(rule: HostRule, now: () => number) {
    this.#rule = rule;
    this.#now = now;
  }

  /** Returns how many ms a request to this path has to wait. */
  wait(path: string): number {
    const now = this.#now();
    const bucketUntil = this.#bucketUntil.get(this.#bucketOf(path)) ?? 0;
    return Math.max(this.#closedUntil, bucketUntil, this.#turnAt(now)) - now;
  }

  /** A request starts in `waitMs`, as `wait` has said. */
  reserve(waitMs: number): void {
    const { rate } = this.#rule;
    if (rate === null) return;
    this.#starts.push(this.#now() + waitMs);
    this.#starts = this.#starts.slice(-rate.max);
  }

  /** A response has come. */
  learn(path: string, status: number, headers: Headers): void {
    const now = this.#now();
    const resetMs = secondsOf(headers, "x-ratelimit-reset-after");
    if (this.#rule.limitStatuses.includes(status)) {
      const waitMs = secondsOf(headers, "retry-after") ?? resetMs;
      const isOfBucket = waitMs !== null && this.#rule.bucketOf !== undefined && !isGlobal(headers);
      if (isOfBucket) this.#close(path, now + Math.max(waitMs, resetMs ?? 0));
      else this.#closedUntil = Math.max(this.#closedUntil, now + (waitMs ?? unsaidWaitMs));
    } else if (headers.get("x-ratelimit-remaining") === "0" && resetMs !== null)
      this.#close(path, now + resetMs);
    if (invalidStatuses.has(status)) this.#countInvalid(now);
  }

  #turnAt(now: number): number {
    const { rate } = this.#rule;
    const before = rate === null ? undefined : this.#starts.at(-rate.max);
    return rate === null || before === undefined || this.#starts.length < rate.max
      ? now
      : Math.max(now, before + rate.perMs);
  }

  #close(path: string, until: number): void {
    const now = this.#now();
    if (this.#bucketUntil.size >= maxBuckets)
      for (const [bucket, end] of this.#bucketUntil) if (end <= now) this.#bucketUntil.delete(bucket);
    this.#bucketUntil.set(this.#bucketOf(path), until);
  }

  #countInvalid(now: number): void {
    if (now - this.#invalid.since > invalidLimit.perMs) this.#invalid = { since: now, count: 0 };
    this.#invalid.count += 1;
    if (this.#invalid.count >= invalidLimit.max)
      this.#closedUntil = Math.max(this.#closedUntil, this.#invalid.since + invalidLimit.perMs);
  }

  #bucketOf(path: string): string {
    return this.#rule.bucketOf?.(path) ?? "";
  }
}

const isGlobal = (headers: Headers): boolean =>
  headers.get("x-ratelimit-global") === "true" || headers.get("x-ratelimit-scope") === "global";

/** A header in seconds, perhaps with a fraction, in ms. */
function secondsOf(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  const seconds = Number(text);
  return text === null || text.trim() === "" || !Number.isFinite(seconds)
    ? null
    : Math.max(0, seconds * 1_000);
}
