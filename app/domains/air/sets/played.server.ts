/** The past performances and coming sets of a performer and of a stage. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { pageOf } from "#app/paging.ts";
import { listHearablePerformances } from "../replays/of-performances.server.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { listLineup } from "../schedule/list-sets.server.ts";
import { presentPerformances, presentSets } from "../schedule/present.server.ts";
import { readLive } from "../schedule/read-live.server.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { requireStage, requireStageId } from "../stages/require-stage.server.ts";
import type {
  PerformerSetPageInput,
  PerformerSetsInput,
  PlayedSetView,
  SetPage,
  StageScheduleInput,
  StageSetsInput,
} from "./contract/changes.ts";
import { listFirstHeard } from "./queries/first-heard.ts";
import { listPlayedSets, listStageSetsBetween } from "./queries/sets.ts";
import { toPlayedSetView } from "./views.ts";

/** Rows of a page, and of the lists that show the latest. */
const pageSize = 20;

/** The viewer's sets that are on or next. */
export async function listMySets(ctx: AppContext): Promise<SetView[]> {
  return listLineup(ctx, { performerId: requireViewer(ctx).id });
}

/** The viewer's latest played sets. */
export async function listMyPastSets(ctx: AppContext): Promise<SetView[]> {
  const of = { performerId: requireViewer(ctx).id };
  return presentSets(ctx, listPlayedSets(ctx.db, { of, now: ctx.clock.now(), limit: pageSize }));
}

/** A performer's sets that are on or next. Throws `not-found`. */
export async function listUserUpcomingSets(ctx: AppContext, input: PerformerSetsInput): Promise<SetView[]> {
  const { id } = await getPerson(ctx, input.user);
  return listLineup(ctx, { performerId: id });
}

/** A performer's latest performances that are over. Throws `not-found`. */
export async function listLatestSets(ctx: AppContext, input: PerformerSetsInput): Promise<PlayedSetView[]> {
  const { items } = await openPastSets(ctx, input);
  return items;
}

/** A page of a performer's performances that are over, newest first. Throws `not-found`. */
export async function openPastSets(ctx: AppContext, input: PerformerSetPageInput): Promise<SetPage> {
  const { id } = await getPerson(ctx, input.user);
  if (input.idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before =
    input.dateCursor == null || input.idCursor == null
      ? undefined
      : { startsAt: input.dateCursor, id: input.idCursor };
  const past = await listPast(ctx, { of: { performerId: id }, limit: pageSize + 1, before });
  return pageOf(past, pageSize, (set) => ({ date: set.startTime, id: set.id }));
}

/** The latest performances that were on air on a stage. Throws `not-found`. */
export async function listLatestRoomSets(ctx: AppContext, input: StageSetsInput): Promise<PlayedSetView[]> {
  const { id: stageId, isInstant } = await requireStage(ctx, input.room);
  const viewerId = ctx.viewer?.id;
  const isManager = viewerId !== undefined && isStageManager(ctx.db, stageId, viewerId);
  return listPast(ctx, { of: { stageId }, limit: pageSize, isManager, hasOnlySets: !isInstant });
}

/**
 * Sets that were played, and performances without a set that the viewer may hear again; newest first, by their start
 * and id.
 */
export async function listPast(
  ctx: AppContext,
  {
    isManager = false,
    hasOnlySets = false,
    live = readLive(ctx),
    ...page
  }: {
    of: { performerId: string } | { stageId: string };
    limit: number;
    before?: { startsAt: number; id: string } | undefined;
    isManager?: boolean | Promise<boolean>;
    /** True of a booking stage. */
    hasOnlySets?: boolean;
    /** Rooms on air now, where they were read already. */
    live?: ReturnType<typeof readLive>;
  },
): Promise<PlayedSetView[]> {
  const [[rows, views], others, isViewerManager] = await Promise.all([
    listPlayedSets(ctx.db, { ...page, now: ctx.clock.now() }).then(
      async (rows) => [rows, await presentSets(ctx, rows, live)] as const,
    ),
    hasOnlySets ? [] : listHearablePerformances(ctx, page),
    isManager,
  ]);
  const viewer = { viewerId: ctx.viewer?.id, isManager: isViewerManager };
  const sets = asPlayed(rows, views, viewer);
  const performances = asPlayed(
    others.map(({ row }) => row),
    presentPerformances(others, await live),
    viewer,
  ).map((view) => ({ ...view, isWithoutSet: true }));
  return [...sets, ...performances].toSorted(newestFirst).slice(0, page.limit);
}

type PlayedViewer = Parameters<typeof toPlayedSetView>[2];

/** Returns sets as this viewer may see them: with their numbers where these are not hidden from them. */
function asPlayed(
  rows: readonly Parameters<typeof toPlayedSetView>[0][],
  views: readonly SetView[],
  viewer: PlayedViewer,
): PlayedSetView[] {
  return rows.flatMap((row, index) => {
    const view = views[index];
    return view === undefined ? [] : [toPlayedSetView(row, view, viewer)];
  });
}

/** The order of the queries, so that a cursor means the same in both. */
function newestFirst(a: PlayedSetView, b: PlayedSetView): number {
  if (a.startTime !== b.startTime) return b.startTime - a.startTime;
  return a.id < b.id ? 1 : -1;
}

/** More than fits into the longest span that can be requested, of the shortest possible sets. */
const maxScheduled = 2_100;

/** The booked sets of a stage in a span of time, by start, past and to come. Throws `not-found`. */
export async function listStageSchedule(ctx: AppContext, input: StageScheduleInput): Promise<SetView[]> {
  const stageId = await requireStageId(ctx, input.room);
  const { from, until } = input;
  const sets = await presentSets(
    ctx,
    listStageSetsBetween(ctx.db, { stageId, from, until, limit: maxScheduled }),
  );
  const heard = await listFirstHeard(
    ctx.db,
    sets.map(({ id }) => id),
  );
  return sets.map((set) => ({ ...set, heardAt: heard.get(set.id) ?? null }));
}
