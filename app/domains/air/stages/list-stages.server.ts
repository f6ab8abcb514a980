import type { AppContext } from "#app/context.ts";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { listStageTracks } from "#app/domains/music/tracks/list-plays.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { ListedPersonView } from "#app/domains/people/people/contract/people.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { toListedPersonView } from "#app/domains/people/people/views.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { listNextOfStages, listLineup as listSets } from "../schedule/list-sets.server.ts";
import { readLive } from "../schedule/read-live.server.ts";
import { countWaitingByStage } from "../sets/queries/requests.ts";
import type { ManagedStageView, OnAirView, StageInput, StagePageView, StageView } from "./contract/stages.ts";
import { compareStages } from "./order.ts";
import {
  isListed,
  listManagedStages,
  listStageManagers,
  listStageRows,
  listSubscribedStages,
  listSubscriptions,
  type StageRow,
} from "./queries/stages.ts";
import { requireStage, requireStageId } from "./require-stage.server.ts";
import { toStageView } from "./views.ts";

/** Every stage that is not archived, in the order of the home page. */
export async function listStages(ctx: AppContext): Promise<StageView[]> {
  return presentStages(ctx, await listStageRows(ctx.db, isListed));
}

/** The stages that the viewer subscribes to, in the order of the home page. */
export async function listSubscribed(ctx: AppContext): Promise<StageView[]> {
  return presentStages(ctx, await listSubscribedStages(ctx.db, requireViewer(ctx).id));
}

/**
 * The stages that the viewer manages: those with the most requests that wait for an answer first, otherwise in the order
 * of the home page.
 */
export async function listManaging(ctx: AppContext): Promise<ManagedStageView[]> {
  const { id } = requireViewer(ctx);
  const [rows, waiting] = await Promise.all([
    listManagedStages(ctx.db, id),
    countWaitingByStage(ctx.db, id, ctx.clock.now()),
  ]);
  const stages = await presentStages(ctx, rows);
  return stages
    .map((stage) => ({ ...stage, waitingRequests: waiting.get(stage.id) ?? 0 }))
    .toSorted((a, b) => b.waitingRequests - a.waitingRequests);
}

/** A stage with the data of its page, and at most `lineupLimit` sets of its lineup. Throws `not-found`. */
export async function openStage(
  ctx: AppContext,
  input: StageInput,
  { lineupLimit }: { lineupLimit?: number } = {},
): Promise<StagePageView> {
  const row = await requireStage(ctx, input.room);
  const [onAir, lineup, managers, recentTracks, subscriptions] = await Promise.all([
    readOnAir(ctx, row.id),
    listSets(ctx, { stageId: row.id }, { limit: lineupLimit }),
    listStageManagers(ctx.db, row.id),
    listStageTracks(ctx, row.id),
    subscriptionsOf(ctx),
  ]);
  const about = onAir?.currentDj == null ? null : await getPerson(ctx, onAir.currentDj.id).catch(() => null);
  return {
    stage: toStageView(row, {
      onAir,
      nextSet: lineup[0] ?? null,
      subscription: subscriptions.get(row.id),
    }),
    lineup,
    managers: managers.map(toListedPersonView),
    recentTracks,
    about,
  };
}

/** The sets that are on or next on a stage, by start. Throws `not-found`. */
export async function listLineup(ctx: AppContext, input: StageInput): Promise<SetView[]> {
  return listSets(ctx, { stageId: await requireStageId(ctx, input.room) });
}

/** The latest plays on a stage, newest first. Throws `not-found`. */
export async function listRoomTracks(ctx: AppContext, input: StageInput): Promise<PlayView[]> {
  return listStageTracks(ctx, await requireStageId(ctx, input.room));
}

/** Throws `not-found`. */
export async function listManagers(
  ctx: Pick<AppContext, "db">,
  input: StageInput,
): Promise<ListedPersonView[]> {
  const stageId = await requireStageId(ctx, input.room);
  return (await listStageManagers(ctx.db, stageId)).map(toListedPersonView);
}

/** One stage by its id or custom URL, without the rest of its page. Throws `not-found`. */
export async function getStage(ctx: AppContext, stage: string): Promise<StageView> {
  const row = await requireStage(ctx, stage);
  const [onAir, [nextSet = null], subscriptions] = await Promise.all([
    readOnAir(ctx, row.id),
    listNextOfStages(ctx, [row.id]),
    subscriptionsOf(ctx),
  ]);
  return toStageView(row, { onAir, nextSet, subscription: subscriptions.get(row.id) });
}

/** Stages with what is on air and next on them, in the order of the home page. */
export async function presentStages(ctx: AppContext, rows: StageRow[]): Promise<StageView[]> {
  const [live, sets, subscriptions] = await Promise.all([
    listLive(ctx),
    listNextOfStages(
      ctx,
      rows.map(({ id }) => id),
    ),
    subscriptionsOf(ctx),
  ]);
  const next = new Map(sets.map((set) => [set.room?.id, set]));
  return rows
    .map((row) =>
      toStageView(row, {
        onAir: live.get(row.id),
        nextSet: next.get(row.id) ?? null,
        subscription: subscriptions.get(row.id),
      }),
    )
    .toSorted(compareStages);
}

/** Lists the stages on air; where the lobby cannot be reached, the socket delivers it as soon as the room responds. */
async function listLive(ctx: Pick<AppContext, "lobby" | "log">): Promise<Map<string, OnAirView>> {
  const entries = (await readLive(ctx)) ?? [];
  return new Map(
    entries.filter((entry) => entry.kind === "stage").map((entry) => [entry.id, entry.onAir] as const),
  );
}

async function readOnAir(ctx: AppContext, stageId: string): Promise<OnAirView | undefined> {
  try {
    const onAir = await ctx.rooms.stage(stageId).onAir();
    return onAir.status === "offline" && onAir.nextSet === null ? undefined : onAir;
  } catch (error) {
    ctx.log.warn("room-unavailable", { stage: stageId, reason: String(error) });
    return undefined;
  }
}

async function subscriptionsOf(
  ctx: Pick<AppContext, "db" | "viewer">,
): Promise<Map<string, { hasAlert: boolean }>> {
  return ctx.viewer === null ? new Map() : listSubscriptions(ctx.db, ctx.viewer.id);
}
