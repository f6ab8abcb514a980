import type { AppContext, LiveEntry } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { readDesk } from "#db/queries/desk.ts";
import { requirePerformer } from "../accounts/guards.ts";
import { toPerformerStatsView } from "../stats/views.ts";
import { type DeskView, deskLimits } from "./contract/desk.ts";
import { toSetRequestView, toSetView } from "./views.ts";

/** The signed-in performer's own page, without any secret. Throws `authorization`, `not-found` before the test. */
export async function openDesk(ctx: AppContext): Promise<DeskView> {
  const { id, performerType } = requirePerformer(ctx);
  const now = ctx.clock.now();
  const { upcomingSets: upcoming, playedSets: played } = deskLimits;
  const [desk, onAir] = await Promise.all([
    readDesk(ctx.db, id, { now, upcoming, played }),
    findOnAir(ctx, id),
  ]);
  if (desk.stats === undefined) throw new AppError("not-found");
  return {
    readAt: now,
    performerType: performerType ?? "dj",
    stats: toPerformerStatsView(desk.stats),
    upcomingSets: desk.upcomingSets.map(toSetView),
    requests: desk.requests.map(toSetRequestView),
    playedSets: desk.playedSets.map(toSetView),
    onAir,
  };
}

async function findOnAir(ctx: AppContext, userId: string): Promise<LiveEntry[] | null> {
  try {
    const live = await ctx.lobby.live();
    return live.filter(({ onAir }) => onAir.currentDj?.id === userId);
  } catch (error) {
    ctx.log.warn("lobby-unavailable", { reason: String(error) });
    return null;
  }
}
