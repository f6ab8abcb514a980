import type { AppContext, LiveEntry } from "#app/context.ts";
import { listPlayedSets } from "#db/queries/sets.ts";
import { requirePerformer } from "../accounts/guards.ts";
import { getPerformerStats } from "../stats/operations.server.ts";
import { type DeskView, deskLimits } from "./contract/desk.ts";
import { listLineup } from "./operations.server.ts";
import { listMyRequests } from "./requests.server.ts";
import { toSetView } from "./views.ts";

/** The signed-in performer's own page, without any secret. Throws `authorization`, `not-found` before the test. */
export async function openDesk(ctx: AppContext): Promise<DeskView> {
  const { id, performerType } = requirePerformer(ctx);
  const now = ctx.clock.now();
  const [stats, upcomingSets, requests, played, onAir] = await Promise.all([
    getPerformerStats(ctx, id),
    listLineup(ctx, { performerId: id }),
    listMyRequests(ctx),
    listPlayedSets(ctx.db, { of: { performerId: id }, now, limit: deskLimits.playedSets }),
    findOnAir(ctx, id),
  ]);
  return {
    readAt: now,
    performerType: performerType ?? "dj",
    stats,
    upcomingSets,
    requests,
    playedSets: played.map(toSetView),
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
