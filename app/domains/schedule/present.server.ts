import type { AppContext, LiveEntry } from "#app/context.ts";
import type { SetRow } from "#db/queries/sets.ts";
import type { ReplayView } from "../replays/contract.ts";
import { listReplaysOfSets } from "../replays/of-sets.server.ts";
import type { SetView } from "./contract/sets.ts";
import { readLive } from "./read-live.server.ts";
import { toSetView } from "./views.ts";

type Live = LiveEntry[] | null;

/**
 * Sets as this viewer may see them now: with the number of listeners of each one's stage (none where that is unknown),
 * with the replays that they may hear, and with the mount of those that they play themselves. `live`: where it was
 * already read.
 */
export async function presentSets(
  ctx: AppContext,
  reading: SetRow[] | Promise<SetRow[]>,
  live: Live | Promise<Live> = readLive(ctx),
): Promise<SetView[]> {
  const [[rows, replays], listeners] = await Promise.all([
    Promise.resolve(reading).then(async (rows) => [rows, await replaysOf(ctx, rows)] as const),
    Promise.resolve(live).then(listenersOf),
  ]);
  const moment = { listeners, replays, viewerId: ctx.viewer?.id };
  return rows.map((row) => withMoment(row, moment));
}

export async function presentSet(ctx: AppContext, row: SetRow): Promise<SetView> {
  const [live, replays] = await Promise.all([readLive(ctx), replaysOf(ctx, [row])]);
  return withMoment(row, { listeners: listenersOf(live), replays, viewerId: ctx.viewer?.id });
}

/** By set; one query for all of them, and none where no set has started. */
function replaysOf(ctx: AppContext, rows: readonly SetRow[]): Promise<Map<string, ReplayView>> {
  const started = rows.filter(({ startsAt }) => startsAt <= ctx.clock.now());
  return listReplaysOfSets(
    ctx,
    started.map(({ id }) => id),
  );
}

/** What depends on the moment and on this viewer. */
interface Moment {
  listeners: Map<string, number>;
  replays: Map<string, ReplayView>;
  viewerId: string | undefined;
}

function withMoment(row: SetRow, { listeners, replays, viewerId }: Moment): SetView {
  const view = toSetView(row);
  return {
    ...view,
    room: view.room && { ...view.room, currentListeners: listeners.get(row.stageId) ?? 0 },
    private: row.performerId === viewerId ? row.mount : null,
    replay: replays.get(row.id) ?? null,
  };
}

/** By stage, for those that are on air. */
function listenersOf(live: Live): Map<string, number> {
  const stages = (live ?? []).filter(({ kind }) => kind === "stage");
  return new Map(stages.map(({ id, onAir }) => [id, onAir.currentListeners]));
}
