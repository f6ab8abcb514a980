import type { AppContext, Room } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  deleteSubscription,
  findStage,
  findStageId,
  insertSubscription,
  isDeletedStage,
  isListed,
  isStageManager,
  listManagedStages,
  listStageManagers,
  listStageRows,
  listSubscribedStages,
  listSubscriptions,
  type StageRow,
} from "#db/queries/stages.ts";
import { findPlay } from "#db/queries/tracks.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { ListedPersonView } from "../people/contract/people.ts";
import { getPerson } from "../people/operations.server.ts";
import { toListedPersonView } from "../people/views.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { listNextOfStages, listLineup as listSets } from "../schedule/list-sets.server.ts";
import { readLive } from "../schedule/read-live.server.ts";
import type { PlayView } from "../tracks/contract/tracks.ts";
import { listStageTracks } from "../tracks/operations.server.ts";
import type { CheerInput, CheerView } from "./contract/cheers.ts";
import type { ListenInput, OnAirView, StageInput, StagePageView, StageView } from "./contract/stages.ts";
import { compareStages } from "./order.ts";
import { toStageView } from "./views.ts";

/** Every stage that is not archived, in the order of the home page. */
export async function listStages(ctx: AppContext): Promise<StageView[]> {
  return presentStages(ctx, await listStageRows(ctx.db, isListed));
}

/** The stages that the viewer subscribes to, in the order of the home page. */
export async function listSubscribed(ctx: AppContext): Promise<StageView[]> {
  return presentStages(ctx, await listSubscribedStages(ctx.db, requireViewer(ctx).id));
}

/** The stages that the viewer manages, in the order of the home page. */
export async function listManaging(ctx: AppContext): Promise<StageView[]> {
  return presentStages(ctx, await listManagedStages(ctx.db, requireViewer(ctx).id));
}

/** A stage with all that its page shows, and of its lineup no more than `lineupLimit`. Throws `not-found`. */
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

/** What is now or next on a stage, by start. Throws `not-found`. */
export async function listLineup(ctx: AppContext, input: StageInput): Promise<SetView[]> {
  return listSets(ctx, { stageId: await requireStageId(ctx, input.room) });
}

/** The latest plays on a stage, newest first. Throws `not-found`. */
export async function listRoomTracks(ctx: AppContext, input: StageInput): Promise<PlayView[]> {
  return listStageTracks(ctx, await requireStageId(ctx, input.room));
}

/** Throws `not-found`. */
export async function listManagers(ctx: AppContext, input: StageInput): Promise<ListedPersonView[]> {
  const stageId = await requireStageId(ctx, input.room);
  return (await listStageManagers(ctx.db, stageId)).map(toListedPersonView);
}

/** Subscribing twice is subscribing once. Throws `authorization`, `not-found`. */
export async function subscribe(ctx: AppContext, input: StageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, input.room);
  await insertSubscription(ctx.db, { stageId: row.id, userId: viewer.id, createdAt: ctx.clock.now() });
  return getStage(ctx, row.id);
}

/** Throws `authorization`, `not-found`. */
export async function unsubscribe(ctx: AppContext, input: StageInput): Promise<StageView> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, input.room);
  await deleteSubscription(ctx.db, row.id, viewer.id);
  return getStage(ctx, row.id);
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

/**
 * A stage that the viewer manages. Throws `not-found` alike for a stage that is not there and for one that is not
 * theirs.
 */
export async function requireManagedStage(ctx: AppContext, stage: string): Promise<StageRow> {
  const viewer = requireViewer(ctx);
  const row = await requireStage(ctx, stage);
  if (!(await isStageManager(ctx.db, row.id, viewer.id))) throw new AppError("not-found");
  return row;
}

/**
 * Applause for whoever is on air. The room holds the cooldown and stores the cheer; what the caller says about the
 * track counts only where the play was really this room's. Throws `cheer-cooldown`, `not-live`, `not-found`.
 */
export async function cheer(ctx: AppContext, input: CheerInput): Promise<CheerView> {
  const viewer = requireViewer(ctx);
  const room = await openRoom(ctx, input);
  const play = input.trackHistory == null ? undefined : await findPlay(ctx.db, input.trackHistory);
  const isHeardHere =
    play !== undefined &&
    (room.kind === "stage"
      ? play.stageId === room.id
      : play.stageId === null && play.performerId === room.id);
  const answer = await room.live.cheer({
    userId: viewer.id,
    username: viewer.username,
    trackId: isHeardHere ? play.trackId : null,
    playId: isHeardHere ? play.id : null,
    mediaAt: input.mediaAt ?? null,
  });
  if (!answer.ok) throw new AppError(answer.code, { retryAfterMs: answer.retryAfterMs });
  return { id: answer.cheerId, _id: answer.cheerId, cheerCount: answer.cheerCount, timestamp: answer.at };
}

export interface OpenRoom {
  kind: "stage" | "profile";
  id: string;
  live: Room;
}

/**
 * The live side of the stage `room` or else of the performer `dj`. Both are looked up first: a made-up id must not
 * bring an object into being. Throws `bad-input` where neither is named, `not-found`.
 */
export async function openRoom(ctx: AppContext, input: Pick<ListenInput, "room" | "dj">): Promise<OpenRoom> {
  if (input.room != null) {
    const id = await requireStageId(ctx, input.room);
    return { kind: "stage", id, live: ctx.rooms.stage(id) };
  }
  if (input.dj == null) throw new AppError("bad-input");
  const { id } = await getPerson(ctx, input.dj);
  return { kind: "profile", id, live: ctx.rooms.profile(id) };
}

/** Id of a stage by its id or custom URL. Throws `not-found`. */
export async function requireStageId(ctx: AppContext, stage: string): Promise<string> {
  const id = await findStageId(ctx.db, stage);
  if (id === undefined) throw await noStage(ctx, stage);
  return id;
}

/** Why there is no such stage: it was deleted, or never was. */
async function noStage(ctx: AppContext, stage: string): Promise<AppError> {
  return new AppError((await isDeletedStage(ctx.db, stage)) ? "stage-deleted" : "not-found");
}

/** By id or custom URL, also an archived one. Throws `not-found`, `stage-deleted`. */
export async function requireStage(ctx: AppContext, stage: string): Promise<StageRow> {
  const row = await findStage(ctx.db, stage);
  if (row === undefined) throw await noStage(ctx, stage);
  return row;
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

/** Where the lobby cannot be asked, the socket brings it as soon as the room answers. */
async function listLive(ctx: AppContext): Promise<Map<string, OnAirView>> {
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

async function subscriptionsOf(ctx: AppContext): Promise<Map<string, { hasAlert: boolean }>> {
  return ctx.viewer === null ? new Map() : listSubscriptions(ctx.db, ctx.viewer.id);
}
