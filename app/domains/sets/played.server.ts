/** The past and coming sets of a performer and of a stage. */
import type { AppContext } from "#app/context.ts";
import { pageOf } from "#app/paging.ts";
import { listPlayedSets, listStageSetsBetween, type SetRow } from "#db/queries/sets.ts";
import { isStageManager } from "#db/queries/stages.ts";
import { requireViewer } from "../accounts/guards.ts";
import { getPerson } from "../people/open-profile.server.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { listLineup } from "../schedule/list-sets.server.ts";
import { presentSets } from "../schedule/present.server.ts";
import { requireStageId } from "../stages/require-stage.server.ts";
import type {
  PerformerSetPageInput,
  PerformerSetsInput,
  PlayedSetView,
  SetPage,
  StageScheduleInput,
  StageSetsInput,
} from "./contract/changes.ts";
import { toPlayedSetView } from "./views.ts";

/** Rows of a page, and of the lists that show the latest. */
const pageSize = 20;

/** The viewer's sets that are on or next. */
export async function listMySets(ctx: AppContext): Promise<SetView[]> {
  return listLineup(ctx, { performerId: requireViewer(ctx).id });
}

/** The viewer's latest played sets. */
export async function listMyPastSets(ctx: AppContext): Promise<SetView[]> {
  return presentSets(ctx, readPlayed(ctx, requireViewer(ctx).id, pageSize));
}

/** A performer's sets that are on or next. Throws `not-found`. */
export async function listUserUpcomingSets(ctx: AppContext, input: PerformerSetsInput): Promise<SetView[]> {
  const { id } = await getPerson(ctx, input.user);
  return listLineup(ctx, { performerId: id });
}

/** A performer's latest sets that were on air. Throws `not-found`. */
export async function listLatestSets(ctx: AppContext, input: PerformerSetsInput): Promise<PlayedSetView[]> {
  const { items } = await openPastSets(ctx, input);
  return items;
}

/** A page of the sets that a performer has played, newest first. Throws `not-found`. */
export async function openPastSets(ctx: AppContext, input: PerformerSetPageInput): Promise<SetPage> {
  const { id } = await getPerson(ctx, input.user);
  if (input.idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before =
    input.dateCursor == null || input.idCursor == null
      ? undefined
      : { startsAt: input.dateCursor, id: input.idCursor };
  const rows = await readPlayed(ctx, id, pageSize + 1, before);
  const sets = await presentPlayed(ctx, rows);
  return pageOf(sets, pageSize, (set) => ({ date: set.startTime, id: set.id }));
}

function readPlayed(
  ctx: AppContext,
  performerId: string,
  limit: number,
  before?: { startsAt: number; id: string },
): Promise<SetRow[]> {
  return listPlayedSets(ctx.db, { of: { performerId }, now: ctx.clock.now(), limit, before });
}

/** The latest sets that were on air on a stage. Throws `not-found`. */
export async function listLatestRoomSets(ctx: AppContext, input: StageSetsInput): Promise<PlayedSetView[]> {
  const stageId = await requireStageId(ctx, input.room);
  const viewerId = ctx.viewer?.id;
  const [rows, isManager] = await Promise.all([
    listPlayedSets(ctx.db, { of: { stageId }, now: ctx.clock.now(), limit: pageSize }),
    viewerId === undefined ? false : isStageManager(ctx.db, stageId, viewerId),
  ]);
  return presentPlayed(ctx, rows, { isManager });
}

/** As this viewer may see them: with their numbers where these are not hidden from them. */
async function presentPlayed(
  ctx: AppContext,
  rows: SetRow[],
  { isManager = false } = {},
): Promise<PlayedSetView[]> {
  const views = await presentSets(ctx, rows);
  return rows.flatMap((row, index) => {
    const view = views[index];
    return view === undefined ? [] : [toPlayedSetView(row, view, { viewerId: ctx.viewer?.id, isManager })];
  });
}

/** More than fits into the longest span that can be requested, of the shortest possible sets. */
const maxScheduled = 2_100;

/** The booked sets of a stage in a span of time, by start, past and to come. Throws `not-found`. */
export async function listStageSchedule(ctx: AppContext, input: StageScheduleInput): Promise<SetView[]> {
  const stageId = await requireStageId(ctx, input.room);
  const { from, until } = input;
  return presentSets(ctx, listStageSetsBetween(ctx.db, { stageId, from, until, limit: maxScheduled }));
}
