/** Rankings of performers, new performers, and the totals of the instance. */
import type { AppContext } from "#app/context.ts";
import { toListedPersonView } from "#app/domains/people/people/views.ts";
import type { CueStatsView, PerformerRankView } from "./contract.ts";
import * as stats from "./queries/stats.ts";

const weekMs = 7 * 24 * 3_600_000;

export const rankingLimits = {
  /** "Top 50 Performers". */
  top: 50,
  newest: 50,
  weekly: 5,
  /** Maximum age of a ranking. */
  keptMs: 15_000,
} as const;

/**
 * Ranks performers by cumulative peak listeners; among equals by sets played, then by people who favorited as they
 * heard it, then by people who cheered so.
 */
export async function listTopPerformers(
  ctx: AppContext,
  limit: number = rankingLimits.top,
): Promise<PerformerRankView[]> {
  return keep(ctx, `top-${limit}`, async () => (await stats.listTopPerformers(ctx.db, limit)).map(toRank));
}

/** The most recently joined first. */
export async function listNewestPerformers(
  ctx: AppContext,
  limit: number = rankingLimits.newest,
): Promise<PerformerRankView[]> {
  return keep(ctx, `newest-${limit}`, async () =>
    (await stats.listNewestPerformers(ctx.db, limit)).map(toRank),
  );
}

/**
 * Ranks performers by the peak listeners of the last seven days, counting only what happened since then; among equals
 * as above.
 */
export async function listWeeklyPerformers(ctx: AppContext): Promise<PerformerRankView[]> {
  const since = ctx.clock.now() - weekMs;
  return keep(ctx, "weekly", async () =>
    (await stats.listPerformersSince(ctx.db, since, rankingLimits.weekly)).map(toRank),
  );
}

export async function getCueStats(ctx: AppContext): Promise<CueStatsView> {
  return keep(ctx, "everything", async () => ({ cueStats: await stats.countEverything(ctx.db) }));
}

/** Rankings are the same for everyone: they are computed for the first request and cached. */
const keep = <T>(ctx: AppContext, name: string, compute: () => Promise<T>) =>
  ctx.answers.keep(`stats/${name}`, rankingLimits.keptMs, compute);

function toRank(row: Awaited<ReturnType<typeof stats.listPerformersSince>>[number]): PerformerRankView {
  const user = toListedPersonView(row.user);
  const shown = (count: number) => (row.hidesStats ? null : count);
  return {
    ...user,
    user,
    listens: shown(row.listens),
    setsPlayed: shown(row.setsPlayed),
    favorites: shown(row.favorites),
    cheers: shown(row.cheers),
  };
}
