import type { AppContext, LiveEntry } from "#app/context.ts";
import type { ReplayView } from "../replays/contract.ts";
import type { HearablePerformance } from "../replays/of-performances.server.ts";
import { listReplaysOfSets } from "../replays/of-sets.server.ts";
import type { SetRow } from "../sets/queries/sets.ts";
import type { SetState } from "./contract/set-state.ts";
import type { SetView } from "./contract/sets.ts";
import { toPastPerformance } from "./past-performance.ts";
import { readLive } from "./read-live.server.ts";
import { stateNow } from "./set-state.ts";
import { statesOf } from "./states-of.ts";
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
  const [[rows, replays], known] = await Promise.all([
    Promise.resolve(reading).then(async (rows) => [rows, await replaysOf(ctx, rows)] as const),
    Promise.resolve(live),
  ]);
  const moment = toMoment(ctx, known, replays);
  return rows.map((row) => withMoment(row, moment));
}

export async function presentSet(ctx: AppContext, row: SetRow): Promise<SetView> {
  const [live, replays] = await Promise.all([readLive(ctx), replaysOf(ctx, [row])]);
  return withMoment(row, toMoment(ctx, live, replays));
}

/** Performances without a set that are over, in the form of sets. */
export function presentPerformances(performances: readonly HearablePerformance[], live: Live): SetView[] {
  const listeners = listenersOf(live);
  return performances.map(({ row, replay }) => {
    const view = toPastPerformance(row, replay);
    return {
      ...view,
      room: view.room && { ...view.room, currentListeners: listeners.get(view.room.id) ?? 0 },
    };
  });
}

/** Returns replays by set; one query for all of them, and none where no set has started. */
function replaysOf(ctx: AppContext, rows: readonly SetRow[]): Promise<Map<string, ReplayView>> {
  const started = rows.filter(({ startsAt }) => startsAt <= ctx.clock.now());
  return listReplaysOfSets(
    ctx,
    started.map(({ id }) => id),
  );
}

/** Data that depends on the moment and on this viewer. */
interface Moment {
  listeners: Map<string, number>;
  /** States from the rooms, by set. */
  states: Map<string, SetState>;
  replays: Map<string, ReplayView>;
  viewerId: string | undefined;
  now: number;
}

const toMoment = (ctx: AppContext, live: Live, replays: Moment["replays"]): Moment => ({
  listeners: listenersOf(live),
  states: statesOf(live ?? []),
  replays,
  viewerId: ctx.viewer?.id,
  now: ctx.clock.now(),
});

function withMoment(row: SetRow, { listeners, states, replays, viewerId, now }: Moment): SetView {
  const view = toSetView(row);
  return {
    ...view,
    room: view.room && { ...view.room, currentListeners: listeners.get(row.stageId) ?? 0 },
    // A room that reports nothing has nobody there.
    ...(row.status === "accepted" && {
      state: stateNow({ ...view, state: states.get(row.id) }, now),
    }),
    private: row.performerId === viewerId ? row.mount : null,
    replay: replays.get(row.id) ?? null,
  };
}

/** Returns listeners by stage, for those that are on air. */
function listenersOf(live: Live): Map<string, number> {
  const stages = (live ?? []).filter(({ kind }) => kind === "stage");
  return new Map(stages.map(({ id, onAir }) => [id, onAir.currentListeners]));
}
