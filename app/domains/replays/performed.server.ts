/** What was played and given while a replay was recorded, by its position in the recording. */
import type { AppContext } from "#app/context.ts";
import {
  listPerformedCheers,
  listPerformedFavorites,
  listPerformedPlays,
  type Performed,
} from "#db/queries/replay-record.ts";
import type { ReplayRow } from "#db/queries/replays.ts";
import { isStageManager } from "#db/queries/stages.ts";
import { toTrackView } from "../tracks/views.ts";
import type { FoundReplay } from "./access.server.ts";
import type { ReplayTrackView } from "./contract.ts";
import type { TapeIndex } from "./tape-index.ts";
import { positionAt, timeAt } from "./timeline.ts";

/** A track that was already playing when the recording started has a time before that. */
const earlierMs = 3_600_000;

/** The tracks by position, with their numbers where these are not hidden from the viewer. */
export async function listTracks(
  ctx: AppContext,
  { row, isHidden }: { row: ReplayRow; isHidden: boolean },
  index: TapeIndex,
): Promise<ReplayTrackView[]> {
  const performed = whenPerformed(row, index);
  const plays = await listPerformedPlays(ctx.db, { ...performed, from: performed.from - earlierMs });
  const shown = (count: number) => (isHidden ? null : count);
  return plays
    .map((play) => ({
      id: play.id,
      start: positionAt(index.anchors, play.playedAt) ?? 0,
      timestamp: play.playedAt,
      listenCount: shown(play.listenCount),
      favoriteCount: shown(play.favoriteCount),
      cheerCount: shown(play.cheerCount),
      track: toTrackView(play.track),
    }))
    .filter(({ start }) => start <= index.durationMs);
}

export async function listCheers(ctx: AppContext, row: ReplayRow, index: TapeIndex): Promise<number[]> {
  return positionsOf(index, await listPerformedCheers(ctx.db, whenPerformed(row, index)));
}

export async function listHearts(ctx: AppContext, row: ReplayRow, index: TapeIndex): Promise<number[]> {
  return positionsOf(index, await listPerformedFavorites(ctx.db, whenPerformed(row, index)));
}

/** The positions of these times, without those before or after the recording. */
export function positionsOf(index: TapeIndex, times: readonly number[]): number[] {
  return times.flatMap((at) => {
    const position = positionAt(index.anchors, at);
    return position === null || position > index.durationMs ? [] : [position];
  });
}

/** Whether a performer who hides their statistics hides them from this viewer. */
export async function isHidingStats(ctx: AppContext, { row, isOwner }: FoundReplay): Promise<boolean> {
  if (isOwner || row.isPerformerHidingStats !== true) return false;
  const viewerId = ctx.viewer?.id;
  if (viewerId === undefined || row.stageId === null) return true;
  return !(await isStageManager(ctx.db, row.stageId, viewerId));
}

function whenPerformed(row: ReplayRow, index: TapeIndex): Performed {
  const { performance, setId, stageId, performerId } = row;
  const until = timeAt(index.anchors, index.durationMs);
  return { performance, setId, stageId, performerId, from: index.startedAt, until };
}
