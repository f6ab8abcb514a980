/** Wait before a child that has ended is restarted. */
export interface Backoff {
  /** `livedMs`: how long the child that just ended had run. */
  next(livedMs: number): number;
}

const firstMs = 200;
const maxMs = 10_000;
/** A child that ran this long was healthy; its end counts as a first failure. */
const healthyMs = 20_000;

export function createBackoff(): Backoff {
  let delayMs = firstMs;
  return {
    next(livedMs) {
      if (livedMs >= healthyMs) delayMs = firstMs;
      const wait = delayMs;
      delayMs = Math.min(maxMs, delayMs * 2);
      return wait;
    },
  };
}
