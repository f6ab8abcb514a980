import type { AppContext, LiveEntry } from "#app/context.ts";
import type { SetRow } from "#db/queries/sets.ts";
import type { SetView } from "./contract/sets.ts";
import { readLive } from "./read-live.server.ts";
import { toSetView } from "./views.ts";

type Live = LiveEntry[] | null;

/**
 * Sets as this viewer may see them now: with the number of listeners of each one's stage (none where that is unknown),
 * and with the mount of those that they play themselves. `live`: where it was already read.
 */
export async function presentSets(
  ctx: AppContext,
  reading: SetRow[] | Promise<SetRow[]>,
  live: Live | Promise<Live> = readLive(ctx),
): Promise<SetView[]> {
  const [rows, listeners] = await Promise.all([reading, Promise.resolve(live).then(listenersOf)]);
  return rows.map((row) => withMoment(toSetView(row), { row, listeners, viewerId: ctx.viewer?.id }));
}

export async function presentSet(ctx: AppContext, row: SetRow): Promise<SetView> {
  const listeners = listenersOf(await readLive(ctx));
  return withMoment(toSetView(row), { row, listeners, viewerId: ctx.viewer?.id });
}

/** The fields of a view that depend on the moment and on this viewer. */
function withMoment(
  view: SetView,
  { row, listeners, viewerId }: { row: SetRow; listeners: Map<string, number>; viewerId: string | undefined },
): SetView {
  return {
    ...view,
    room: view.room && { ...view.room, currentListeners: listeners.get(row.stageId) ?? 0 },
    private: row.performerId === viewerId ? row.mount : null,
  };
}

/** By stage, for those that are on air. */
function listenersOf(live: Live): Map<string, number> {
  const stages = (live ?? []).filter(({ kind }) => kind === "stage");
  return new Map(stages.map(({ id, onAir }) => [id, onAir.currentListeners]));
}
