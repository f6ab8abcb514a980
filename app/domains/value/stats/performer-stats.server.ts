import type { AppContext } from "#app/context.ts";
import { findCredentialOf } from "#app/domains/air/media/queries/media.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import type { MyPerformerStatsView, PerformerStatsView } from "./contract.ts";
import { selectPerformerStats } from "./queries/stats.ts";
import { toPerformerStatsView } from "./views.ts";

/** A performer's totals, counted from rows. Throws `not-found`. */
export async function getPerformerStats(
  ctx: Pick<AppContext, "db">,
  userId: string,
): Promise<PerformerStatsView> {
  const [row] = await selectPerformerStats(ctx.db, userId);
  if (row === undefined) throw new AppError("not-found");
  return toPerformerStatsView(row);
}

/** The viewer's own totals, with their own mount. Throws `authorization`, `not-found`. */
export async function getMyStats(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
): Promise<MyPerformerStatsView> {
  const viewer = requirePerformer(ctx);
  const owner = { kind: "performer", ownerId: viewer.id } as const;
  const [stats, credential] = await Promise.all([
    getPerformerStats(ctx, viewer.id),
    findCredentialOf(ctx.db, owner, ctx.clock.now()),
  ]);
  return { ...stats, private: credential?.mount ?? null };
}
