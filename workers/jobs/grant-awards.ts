import { reviewAwards } from "#app/domains/value/awards/review.server.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

/** Limits with about twelve queries for 200 people and one or two for each notice; a run may make a thousand. */
const max = { people: 5_000, notices: 150 } as const;

/** Grants awards by their rules to people with new history, and notifies people of their awards. */
export async function grantAwards(env: Env, waitUntil?: (work: Promise<unknown>) => void): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null, waitUntil && { waitUntil });
  const report = await reviewAwards(ctx, max);
  if (report.reviewed > 0 || report.told > 0)
    createLog({ job: "grant-awards" }).info("awards", { ...report });
}
