import type { AppContext } from "#app/context.ts";
import { replayPath } from "#app/paths.ts";
import { toFound } from "./access.server.ts";
import { listPerformancesOfPlays, listReplaysOf } from "./queries/replays.ts";

/**
 * Returns the path of the moment at which each of these plays can be heard again, by the play's id, for those that this
 * viewer may hear.
 */
export async function listMoments(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  plays: readonly { id: string }[],
): Promise<Record<string, string>> {
  if (plays.length === 0) return {};
  const played = await listPerformancesOfPlays(
    ctx.db,
    plays.map(({ id }) => id),
  );
  const rows = await listReplaysOf(ctx.db, [...new Set(played.map(({ performance }) => performance))]);
  const moments: Record<string, string> = {};
  for (const { id, performance } of played) {
    const row = rows.find((each) => each.performance === performance);
    const isOwner = row?.performerId != null && row.performerId === ctx.viewer?.id;
    if (row && toFound(ctx, row, isOwner).access.mayHear)
      moments[id] = `${replayPath(row.id)}?play=${encodeURIComponent(id)}`;
  }
  return moments;
}
