import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";

export type Pause = (ms: number) => Promise<void>;

const maxTries = 60;

export const sleep: Pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Resolves when this instance may send the next request to a source. `key`: its counter, shared by all. Throws
 * `unavailable` where that takes too long.
 */
export async function takeTurn(
  { limits }: Pick<AppContext, "limits">,
  key: string,
  rate: { max: number; perMs: number },
  pause: Pause,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const verdict = await limits.take(key, rate);
    if (verdict.ok) return;
    await pause(verdict.retryAfterMs ?? rate.perMs);
  }
  throw new AppError("unavailable");
}
