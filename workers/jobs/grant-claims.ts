import { reviewClaims } from "#app/domains/value/tokens/review-claims.server.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

/** Limits with about seven queries for 200 people, and five for each claimant. */
const max = { people: 4_000, claimants: 80 } as const;

/** Finds what people have earned, makes the oldest of it claimable, and completes what was interrupted. */
export async function grantClaims(env: Env): Promise<void> {
  const report = await reviewClaims(createAppContext(new Request(env.CUE_ORIGIN), env, null), max);
  const { isPaused, ...counts } = report;
  if (isPaused || Object.values(counts).some((count) => count > 0))
    createLog({ job: "grant-claims" }).info("claims", { ...report });
}
