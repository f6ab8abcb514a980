import type { AppContext } from "#app/context.ts";
import { toFound } from "./access.server.ts";
import type { ReplayView } from "./contract.ts";
import { listPastPerformances, type PastPerformanceRow } from "./queries/past-performances.ts";
import { toReplayView } from "./views.ts";

export interface HearablePerformance {
  row: PastPerformanceRow;
  replay: ReplayView;
}

/**
 * The performances without a set of a performer or a stage whose replays the viewer may hear, newest first; as many as
 * `limit`, unless there are no more. `before`: the last one of the page before.
 */
export async function listHearablePerformances(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  {
    of,
    limit,
    before,
  }: {
    of: { performerId: string } | { stageId: string };
    limit: number;
    before?: { startsAt: number; id: string } | undefined;
  },
): Promise<HearablePerformance[]> {
  const viewerId = ctx.viewer?.id;
  const found: HearablePerformance[] = [];
  let from = before;
  while (found.length < limit) {
    const rows = await listPastPerformances(ctx.db, { of, viewerId, limit, before: from });
    found.push(...rows.flatMap((row) => toHearable(ctx, row)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    from = { startsAt: last.startedAt, id: last.performance };
  }
  return found.slice(0, limit);
}

function toHearable(
  ctx: Pick<AppContext, "clock" | "viewer">,
  row: PastPerformanceRow,
): HearablePerformance[] {
  const { access, isPublic } = toFound(ctx, row, row.performerId === ctx.viewer?.id);
  return access.mayHear ? [{ row, replay: toReplayView(row, isPublic) }] : [];
}
