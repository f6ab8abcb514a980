import type { AppContext } from "#app/context.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { toPerformerStatsView } from "#app/domains/value/stats/views.ts";
import { AppError } from "#app/errors.ts";
import type { StandbyView } from "../media/contract/standby.ts";
import { readStandby } from "../media/standby.server.ts";
import { presentSets } from "../schedule/present.server.ts";
import { readLive } from "../schedule/read-live.server.ts";
import { toSetView } from "../schedule/views.ts";
import { type DeskView, deskLimits } from "./contract/desk.ts";
import type { SetRequestView } from "./contract/requests.ts";
import { listPast } from "./played.server.ts";
import { readDesk } from "./queries/desk.ts";
import { listStageSetsBetween } from "./queries/sets.ts";
import { conflictsOf } from "./request-conflicts.ts";
import { toSetRequestView } from "./views.ts";

/** The signed-in performer's own page, without any secret. Throws `authorization`, `not-found` before the test. */
export async function openDesk(ctx: AppContext): Promise<DeskView> {
  const { id, performerType } = requirePerformer(ctx);
  const now = ctx.clock.now();
  const { upcomingSets: upcoming, playedSets: played } = deskLimits;
  const reading = readLive(ctx);
  const [desk, playedSets, live, standby] = await Promise.all([
    readDesk(ctx.db, id, { now, upcoming }),
    listPast(ctx, { of: { performerId: id }, limit: played, live: reading }),
    reading,
    findStandby(ctx, id),
  ]);
  if (desk.stats === undefined || desk.performer === undefined) throw new AppError("not-found");
  const requests = desk.requests.map(toSetRequestView);
  return {
    readAt: now,
    performerType: performerType ?? "dj",
    stats: toPerformerStatsView(desk.stats),
    ...desk.performer,
    upcomingSets: await presentSets(ctx, desk.upcomingSets, live),
    requests,
    taken: await findTaken(ctx, requests, id),
    playedSets,
    onAir: live?.filter(({ onAir }) => onAir.currentDj?.id === id) ?? null,
    isOnStandby: standby !== null && standby.isOn && standby.isWithStage !== true,
    standby,
  };
}

async function findStandby(ctx: AppContext, userId: string): Promise<StandbyView | null> {
  try {
    return await readStandby(ctx, userId);
  } catch (error) {
    ctx.log.warn("standby-unknown", { reason: String(error) });
    return null;
  }
}

/** Reads nothing where no request waits; otherwise once for each stage that is requested. */
async function findTaken(
  ctx: Pick<AppContext, "db">,
  requests: readonly SetRequestView[],
  performerId: string,
): Promise<DeskView["taken"]> {
  const stages = [...Map.groupBy(requests, ({ room }) => room.id)];
  const found = await Promise.all(
    stages.map(async ([stageId, waiting]) => {
      const slots = waiting.flatMap((request) => request.slots);
      const from = Math.min(...slots.map(({ startTime }) => startTime));
      const until = Math.max(...slots.map(({ endTime }) => endTime));
      const span = { stageId, from, until, limit: deskLimits.setsOfStage };
      const rows = await listStageSetsBetween(ctx.db, span);
      const sets = rows.filter((row) => row.performerId !== performerId).map(toSetView);
      return waiting.flatMap((request) =>
        conflictsOf(request, sets).map((conflict) => ({ request: request.id, ...conflict })),
      );
    }),
  );
  return found.flat();
}
