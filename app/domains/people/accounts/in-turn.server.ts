/** Writes of one account, one after the other, and decided again where others were faster. */
import type { AppContext } from "#app/context.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "./guards.ts";

/** Given back at the end; a request that ends without doing so holds it no longer. */
const turn = { max: 1, perMs: 30_000 } as const;
const waitsMs = [100, 200, 400, 800, 1_500] as const;
const maxTries = 5;
const retryAfterMs = 1_000;

/**
 * Runs `decide` as the only request of the viewer about this performance, or of this kind, again while it returns
 * undefined: what it read is outdated. Throws `rate-limited` where earlier requests of theirs take long, or others are faster each time.
 */
export async function inTurn<Decided>(
  ctx: Pick<AppContext, "limits" | "viewer">,
  about: string,
  decide: () => Promise<Decided | undefined>,
): Promise<Decided> {
  const key = `turn:${requireViewer(ctx).id}:${about}`;
  await waitForTurn(ctx, key);
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const decided = await decide();
      if (decided !== undefined) return decided;
    }
  } finally {
    await ctx.limits.giveBack(key);
  }
  throw new AppError("rate-limited", { retryAfterMs });
}

async function waitForTurn({ limits }: Pick<AppContext, "limits">, key: string): Promise<void> {
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0) await sleep(waitMs);
    if ((await limits.take(key, turn)).ok) return;
  }
  throw new AppError("rate-limited", { retryAfterMs });
}
