import type { AppContext } from "#app/context.ts";
import { toFound } from "./access.server.ts";
import type { ReplayView } from "./contract.ts";
import { listReplaysOf } from "./queries/replays.ts";
import { toReplayView } from "./views.ts";

/** The replays of these sets that the viewer may hear, by set: one query for a whole list. */
export async function listReplaysOfSets(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  setIds: readonly string[],
): Promise<Map<string, ReplayView>> {
  if (setIds.length === 0) return new Map();
  const rows = await listReplaysOf(ctx.db, setIds);
  return new Map(
    rows.flatMap((row) => {
      const isOwner = row.performerId !== null && row.performerId === ctx.viewer?.id;
      const { access, isPublic } = toFound(ctx, row, isOwner);
      return access.mayHear ? [[row.performance, toReplayView(row, isPublic)]] : [];
    }),
  );
}
