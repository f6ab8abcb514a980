/** Tracks, cheers and favorites of a replay's recording time, by their position in the recording. */
import type { AppContext } from "#app/context.ts";
import { toListedTrack } from "#app/domains/music/tracks/views.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import type { FoundReplay } from "./access.server.ts";
import type { ReplayTrackView } from "./contract.ts";
import {
  listPerformedCheers,
  listPerformedFavorites,
  listPerformedPlays,
  type Performed,
} from "./queries/replay-record.ts";
import type { ReplayRow } from "./queries/replays.ts";
import type { TapeIndex } from "./tape-index.ts";
import { positionAt, timeAt } from "./timeline.ts";

/** A track that was already playing when the recording started has a time before that. */
const earlierMs = 3_600_000;

/**
 * The tracks by position, with their numbers where these are not hidden from the viewer; what the performer hides is an
 * "ID" for others.
 */
export async function listTracks(
  ctx: Pick<AppContext, "db" | "clock">,
  { row, isOwner, isHidden }: Pick<FoundReplay, "row" | "isOwner"> & { isHidden: boolean },
  index: TapeIndex,
): Promise<ReplayTrackView[]> {
  const performed = whenPerformed(row, index);
  const plays = await listPerformedPlays(ctx.db, { ...performed, from: performed.from - earlierMs });
  const now = ctx.clock.now();
  const viewer = { maySee: isOwner, now };
  const shown = (count: number) => (isHidden ? null : count);
  const listed = plays
    .map((play) => ({
      id: play.id,
      start: positionAt(index.anchors, play.playedAt) ?? 0,
      end: play.endedAt === null ? null : positionAt(index.anchors, play.endedAt),
      timestamp: play.playedAt,
      source: play.source,
      confidence: play.confidence,
      listenCount: shown(play.listenCount),
      favoriteCount: shown(play.favoriteCount),
      cheerCount: shown(play.cheerCount),
      track: toListedTrack(play, viewer),
    }))
    .filter(({ start }) => start <= index.durationMs);
  return closeShortPauses(listed);
}

/** Nobody can tell where in a shorter pause one track has ended and the next has begun. */
const shortPauseMs = 5_000;

/** Tracks by their start, each of which lasts until the next where hardly anything is between them. */
function closeShortPauses(tracks: readonly ReplayTrackView[]): ReplayTrackView[] {
  return tracks.map((track, index) => {
    const next = tracks[index + 1]?.start ?? 0;
    const isShort = track.end !== null && track.end < next && next - track.end < shortPauseMs;
    return isShort ? { ...track, end: next } : track;
  });
}

export async function listCheers(
  ctx: Pick<AppContext, "db">,
  row: ReplayRow,
  index: TapeIndex,
): Promise<number[]> {
  return positionsOf(index, await listPerformedCheers(ctx.db, whenPerformed(row, index)));
}

export async function listHearts(
  ctx: Pick<AppContext, "db">,
  row: ReplayRow,
  index: TapeIndex,
): Promise<number[]> {
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
export async function isHidingStats(
  ctx: Pick<AppContext, "db" | "viewer">,
  { row, isOwner }: FoundReplay,
): Promise<boolean> {
  return row.isPerformerHidingStats === true && !(await isInsider(ctx, { row, isOwner }));
}

/** Its performer, and the managers of its stage. */
async function isInsider(
  ctx: Pick<AppContext, "db" | "viewer">,
  { row, isOwner }: Pick<FoundReplay, "row" | "isOwner">,
): Promise<boolean> {
  const viewerId = ctx.viewer?.id;
  if (isOwner || viewerId === undefined || row.stageId === null) return isOwner;
  return isStageManager(ctx.db, row.stageId, viewerId);
}

function whenPerformed(row: ReplayRow, index: TapeIndex): Performed {
  const { performance, setId, stageId, performerId } = row;
  const until = timeAt(index.anchors, index.durationMs);
  return { performance, setId, stageId, performerId, from: index.startedAt, until };
}
