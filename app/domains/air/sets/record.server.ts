/** The record of a set, for looking back at it and for following it live. */
import type { AppContext } from "#app/context.ts";
import { toListedTrack } from "#app/domains/music/tracks/views.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { listSetTips } from "#app/domains/value/tokens/queries/tips.ts";
import { AppError } from "#app/errors.ts";
import { readClock } from "../replays/clock.server.ts";
import type { SetInput } from "../schedule/contract/sets.ts";
import { presentSet } from "../schedule/present.server.ts";
import { toSetView } from "../schedule/views.ts";
import type { OnAirView } from "../stages/contract/stages.ts";
import type { LiveSet } from "../stages/live/set-updates.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { findPerformance } from "../tracklists/queries/tracklists.ts";
import type { LiveDashboardView, SetRecordView } from "./contract/record.ts";
import { toLiveSet } from "./live-set.ts";
import { requireOwnSet } from "./own-set.server.ts";
import { countSetFavorites, listSetCheers, listSetPlays, type SetPlayRow } from "./queries/set-record.ts";
import { findSet } from "./queries/sets.ts";

/**
 * A set, its tracks and its cheers, for everyone. Throws `not-found`, also for a cancelled one or one whose performer
 * is banned.
 */
export async function openSetRecord(ctx: AppContext, input: SetInput): Promise<SetRecordView> {
  const row = await findSet(ctx.db, input.set);
  if (row === undefined) throw new AppError("not-found");
  await getPerson(ctx, row.performerId);
  const viewerId = ctx.viewer?.id;
  const [view, plays, cheers, isManager] = await Promise.all([
    presentSet(ctx, row),
    listSetPlays(ctx.db, row.id),
    listSetCheers(ctx.db, row.id),
    viewerId === undefined ? false : isStageManager(ctx.db, row.stageId, viewerId),
  ]);
  const isPerformer = row.performerId === viewerId;
  const viewer = { maySee: isPerformer, now: ctx.clock.now() };
  const isHidden = row.isPerformerHidingStats && !isPerformer && !isManager;
  const shown = (count: number) => (isHidden ? null : count);
  return {
    ...view,
    peakListeners: shown(view.peakListeners),
    totalFavorites: shown(view.totalFavorites),
    totalCheers: shown(view.totalCheers),
    totalTips: shown(row.tipTotal),
    tracks: plays.map((play, index) => ({
      ...toSetTrack(play),
      order: index + 1,
      listenCount: shown(play.listenCount),
      favoriteCount: shown(play.favoriteCount),
      cheerCount: shown(play.cheerCount),
      track: toListedTrack(play, viewer),
    })),
    cheers: isHidden ? null : cheers.map(({ cheeredAt }) => cheeredAt),
  };
}

const toSetTrack = ({ id, playedAt, endedAt, source, confidence }: SetPlayRow) => ({
  id,
  _id: id,
  timestamp: playedAt,
  start: playedAt,
  end: endedAt,
  source,
  confidence,
});

/**
 * The present state of a set, for its performer and the managers of its stage; the room sends the rest. Throws
 * `not-found` for everyone else.
 */
export async function openLiveDashboard(ctx: AppContext, input: SetInput): Promise<LiveDashboardView> {
  const { set, isManager } = await requireOwnSet(ctx, input.set);
  const [plays, cheers, tips, favorites, onAir, clock] = await Promise.all([
    listSetPlays(ctx.db, set.id),
    listSetCheers(ctx.db, set.id),
    listSetTips(ctx.db, set.id),
    countSetFavorites(ctx.db, set.id),
    readOnAir(ctx, set.stageId),
    findPerformance(ctx.db, set.id).then((performance) => performance && readClock(ctx, performance)),
  ]);
  const listeners = onAir?.currentListeners ?? 0;
  return {
    live: toLiveSet({
      row: set,
      stored: { plays, cheers, tips },
      favorites,
      now: { air: airOf(set.id, onAir), listeners, peakListeners: listeners, n: 0 },
      clock: ctx.clock.now(),
    }),
    clock: clock ?? null,
    performer: toSetView(set).user,
    room: { id: set.stageId, name: set.stageName },
    isPerformer: set.performerId === ctx.viewer?.id,
    isManager,
  };
}

/** Null while the room does not respond: the page gets it over its socket. */
async function readOnAir(ctx: AppContext, stageId: string): Promise<OnAirView | null> {
  try {
    return await ctx.rooms.stage(stageId).onAir();
  } catch (error) {
    ctx.log.warn("room-unavailable", { stage: stageId, reason: String(error) });
    return null;
  }
}

function airOf(setId: string, onAir: OnAirView | null): LiveSet["air"] {
  if (onAir === null || onAir.status === "offline" || onAir.currentSet?.id !== setId) return null;
  return { status: onAir.status, since: onAir.startTime ?? 0 };
}
