/** Limits how many people a user may contact. */
import type { AppContext, Viewer } from "#app/context.ts";
import { requireRate } from "#app/domains/people/accounts/rates.server.ts";
import { AppError } from "#app/errors.ts";
import { findStanding } from "./queries/messages.ts";
import { isNewcomer, reachLimits } from "./rules.ts";

/** Throws `authorization` where their account was deleted. */
export async function readIsNewcomer(
  ctx: Pick<AppContext, "clock" | "db">,
  viewer: Viewer,
): Promise<boolean> {
  const standing = await findStanding(ctx.db, viewer.id);
  if (standing === undefined) throw new AppError("authorization");
  return isNewcomer(standing, ctx.clock.now());
}

/** Counts one new conversation, or one added person. Throws `newcomer-limit`, `rate-limited`. */
export async function requireReach(
  ctx: Pick<AppContext, "limits">,
  viewer: Viewer,
  deed: keyof typeof reachLimits,
  isByNewcomer: boolean,
): Promise<void> {
  const limits = reachLimits[deed];
  if (isByNewcomer) {
    const verdict = await ctx.limits.take(`${deed}:newcomer:${viewer.id}`, limits.newcomer);
    if (!verdict.ok) throw new AppError("newcomer-limit", { retryAfterMs: verdict.retryAfterMs });
  }
  await requireRate(ctx, `${deed}:${viewer.id}`, limits.everybody);
}
